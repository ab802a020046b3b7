import type { ComparisonOp, Filter } from '../filter.ts';

const shares: Readonly<Record<ComparisonOp, number>> = {
  '=': 0.2,
  '<>': 0.8,
  '<': 0.4,
  '<=': 0.4,
  '>': 0.4,
  '>=': 0.4,
};

/** About how many of all items a filter lets through, for want of anything better than its form. */
export function selectivityOf(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
      return filter.args.reduce((product, arg) => product * selectivityOf(arg), 1);
    case 'or':
      return Math.min(
        1,
        filter.args.reduce((sum, arg) => sum + selectivityOf(arg), 0),
      );
    case 'not':
      return 1 - selectivityOf(filter.arg);
    case 'compare':
      return shares[filter.op];
    case 'in':
      return Math.min(0.5, filter.list.length * shares['=']);
    case 'literal':
      return Number(filter.value);
    case 'like':
    case 'isNull':
      return 0.1;
    default:
      return 0.3;
  }
}
