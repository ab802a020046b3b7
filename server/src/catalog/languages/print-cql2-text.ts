import { writeWkt } from '../../geometry/write-wkt.ts';
import type { Expression, Filter, IntervalEnd } from '../filter.ts';
import { isIdentifier, reservedWords } from './words.ts';

/** Prints CQL2-Text that reads back to the same tree. */
export function toCql2Text(filter: Filter): string {
  return print(filter);
}

function print(node: Expression): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.args.map(printGrouped).join(` ${node.kind.toUpperCase()} `);
    case 'not':
      return printNot(node.arg);
    case 'compare':
      return `${print(node.left)} ${node.op} ${print(node.right)}`;
    case 'like':
    case 'between':
    case 'in':
    case 'isNull':
      return printTest(node, '');
    case 'spatial':
      return `S_${node.op.toUpperCase()}(${print(node.left)}, ${print(node.right)})`;
    case 'temporal':
      return `T_${node.op.toUpperCase()}(${print(node.left)}, ${print(node.right)})`;
    case 'arrays':
      return `A_${node.op.toUpperCase()}(${print(node.left)}, ${print(node.right)})`;
    default:
      return printValue(node);
  }
}

type Test = Extract<Filter, { kind: 'like' | 'between' | 'in' | 'isNull' }>;

function printTest(node: Test, not: '' | 'NOT '): string {
  const value = node.value.kind === 'literal' ? print(node.value) : printOperand(node.value);
  switch (node.kind) {
    case 'like':
      return `${value} ${not}LIKE ${print(node.pattern)}`;
    case 'between':
      return `${value} ${not}BETWEEN ${print(node.low)} AND ${print(node.high)}`;
    case 'in':
      return `${value} ${not}IN (${node.list.map(print).join(', ')})`;
    case 'isNull':
      return `${value} IS ${not}NULL`;
  }
}

function printNot(arg: Filter): string {
  const isTest = arg.kind === 'like' || arg.kind === 'between' || arg.kind === 'in' || arg.kind === 'isNull';
  return isTest ? printTest(arg, 'NOT ') : `NOT (${print(arg)})`;
}

const printGrouped = (arg: Filter): string =>
  arg.kind === 'and' || arg.kind === 'or' || arg.kind === 'not' ? `(${print(arg)})` : print(arg);

const groups: ReadonlySet<Expression['kind']> = new Set([
  'and',
  'or',
  'not',
  'compare',
  'like',
  'between',
  'in',
  'isNull',
  'arithmetic',
]);

/** In parentheses wherever the operand holds an operator of its own. */
const printOperand = (node: Expression): string => (groups.has(node.kind) ? `(${print(node)})` : print(node));

type Value = Exclude<Expression, Exclude<Filter, { kind: 'literal' | 'call' }>>;

function printValue(node: Value): string {
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value);
    case 'property':
      return printName(node.name);
    case 'date':
    case 'timestamp':
      return `${node.kind.toUpperCase()}('${node.value}')`;
    case 'interval':
      return `INTERVAL(${printEnd(node.start)}, ${printEnd(node.end)})`;
    case 'geometry':
      return writeWkt(node.value);
    case 'bbox':
      return `BBOX(${node.value.join(', ')})`;
    case 'arithmetic':
      return `${printOperand(node.left)} ${node.op} ${printOperand(node.right)}`;
    case 'casei':
    case 'accenti':
      return `${node.kind.toUpperCase()}(${print(node.arg)})`;
    case 'list':
      return `(${node.items.map(print).join(', ')})`;
    case 'call':
      return `${node.name}(${node.args.map(print).join(', ')})`;
  }
}

function printEnd(end: IntervalEnd): string {
  if (end.kind === 'open') return "'..'";
  return end.kind === 'date' || end.kind === 'timestamp' ? `'${end.value}'` : print(end);
}

function printLiteral(value: string | number | boolean): string {
  if (typeof value === 'string') return `'${escaped(value)}'`;
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

/** A backslash before % or _ is LIKE's and stands as it is; any other is doubled. */
const escaped = (text: string): string => text.replaceAll(/\\(?![%_])/g, '\\\\').replaceAll("'", "''");

function printName(name: string): string {
  const isBare = isIdentifier(name) && !reservedWords.has(name.toLowerCase());
  return isBare ? name : `"${name.replaceAll('"', '""')}"`;
}
