import type { ComparisonOp, Filter } from '../filter.ts';

const shares: Readonly<Record<ComparisonOp, number>> = {
  '=': 0.2,
  '<>': 0.8,
  '<': 0.4,
  '<=': 0.4,
  '>': 0.4,
  '>=': 0.4,
};

/** The share of all items that a condition is true of, where something is known of its values; null where nothing is. */
export type KnownShare = (condition: Filter) => number | null;

/** About how many of all items a filter lets through, by its form where nothing better is known. */
export function selectivityOf(filter: Filter, known: KnownShare): number {
  switch (filter.kind) {
    case 'and':
      return filter.args.reduce((product, arg) => product * selectivityOf(arg, known), 1);
    case 'or':
      return Math.min(
        1,
        filter.args.reduce((sum, arg) => sum + selectivityOf(arg, known), 0),
      );
    case 'not':
      return 1 - selectivityOf(filter.arg, known);
    case 'compare':
      return known(filter) ?? shares[filter.op];
    case 'in':
      return known(filter) ?? Math.min(0.5, filter.list.length * shares['=']);
    case 'literal':
      return Number(filter.value);
    case 'like':
    case 'isNull':
      return 0.1;
    default:
      return 0.3;
  }
}
