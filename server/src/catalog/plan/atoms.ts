import type { ComparisonOp, Expression, Filter } from '../filter.ts';
import type { Instant } from '../instant.ts';
import { opposite } from './mirror-comparison.ts';
import { readTemporal } from './temporal-atoms.ts';

/** What is ordered in time: an expression's instant, or an end of an interval that is open. */
export type Side = Expression | { readonly kind: 'instant'; readonly value: Instant };

type Whole = 'like' | 'in' | 'isNull' | 'spatial' | 'arrays' | 'call' | 'literal';

/** The smallest parts of a filter, each to be read as "this is true": unknown and false are the same to them. */
export type Atom =
  | { readonly kind: 'compare'; readonly op: ComparisonOp; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'order'; readonly op: ComparisonOp; readonly left: Side; readonly right: Side }
  | { readonly kind: 'isInstant'; readonly side: Side }
  | { readonly kind: 'verdict'; readonly of: Extract<Filter, { kind: Whole }>; readonly isTrue: boolean };

/** What to make of a filter: a value for each atom, and how AND and OR join them; null is "nothing can be said". */
export type Reading<T> = {
  readonly atom: (atom: Atom) => T | null;
  readonly all: (parts: readonly (T | null)[]) => T | null;
  readonly any: (parts: readonly (T | null)[]) => T | null;
};

/** Pushes every NOT down to the atoms, which is right in three-valued logic too: what is unknown stays unknown. */
export function readFilter<T>(filter: Filter, reading: Reading<T>, isTrue = true): T | null {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.args.map((arg) => readFilter(arg, reading, isTrue));
      return (filter.kind === 'and') === isTrue ? reading.all(parts) : reading.any(parts);
    }
    case 'not':
      return readFilter(filter.arg, reading, !isTrue);
    case 'compare':
      return reading.atom({ ...filter, op: isTrue ? filter.op : opposite[filter.op] });
    case 'between':
      return readFilter(betweenAsAnd(filter), reading, isTrue);
    case 'temporal':
      return readTemporal(filter, reading, isTrue);
    default:
      return reading.atom({ kind: 'verdict', of: filter, isTrue });
  }
}

const betweenAsAnd = ({ value, low, high }: Extract<Filter, { kind: 'between' }>): Filter => ({
  kind: 'and',
  args: [
    { kind: 'compare', op: '>=', left: value, right: low },
    { kind: 'compare', op: '<=', left: value, right: high },
  ],
});
