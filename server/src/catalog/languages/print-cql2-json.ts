import type { Expression, Filter, IntervalEnd } from '../filter.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Prints CQL2-JSON as the standard's schema has it. */
export const toCql2Json = (filter: Filter): Json => print(filter);

const operation = (op: string, ...args: readonly Json[]): Json => ({ op, args });

function print(node: Expression): Json {
  switch (node.kind) {
    case 'and':
    case 'or':
      return operation(node.kind, ...node.args.map(print));
    case 'not':
    case 'casei':
    case 'accenti':
      return operation(node.kind, print(node.arg));
    case 'compare':
    case 'arithmetic':
      return operation(node.op, print(node.left), print(node.right));
    case 'like':
      return operation('like', print(node.value), print(node.pattern));
    case 'between':
      return operation('between', print(node.value), print(node.low), print(node.high));
    case 'in':
      return operation('in', print(node.value), node.list.map(print));
    case 'isNull':
      return operation('isNull', print(node.value));
    case 'spatial':
      return operation(`s_${node.op}`, print(node.left), print(node.right));
    case 'temporal':
      return operation(`t_${node.op}`, print(node.left), print(node.right));
    case 'arrays':
      return operation(`a_${node.op}`, print(node.left), print(node.right));
    case 'call':
      return operation(node.name, ...node.args.map(print));
    case 'literal':
      return node.value;
    case 'property':
      return { property: node.name };
    case 'date':
      return { date: node.value };
    case 'timestamp':
      return { timestamp: node.value };
    case 'interval':
      return { interval: [printEnd(node.start), printEnd(node.end)] };
    case 'geometry':
      return node.value;
    case 'bbox':
      return { bbox: node.value };
    case 'list':
      return node.items.map(print);
  }
}

function printEnd(end: IntervalEnd): Json {
  if (end.kind === 'open') return '..';
  return end.kind === 'date' || end.kind === 'timestamp' ? end.value : print(end);
}
