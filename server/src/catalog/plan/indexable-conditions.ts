import type { Filter } from '../filter.ts';
import { type Atom, type Reading, type Side, readFilter } from './atoms.ts';
import { rangeOfComparison, rangeOfOrder, rangeOfPattern } from './comparison-ranges.ts';
import { constantScalar, orderedSpan } from './constant-spans.ts';
import { type ReadySlots, knownProperty, readySlots } from './known-property.ts';
import { mirrored } from './mirror-comparison.ts';
import type { DeclaredProperty } from './slots.ts';
import { type SortRange, around, intersection, union } from './sort-ranges.ts';

/** Wherever the filter is true, the slot's sort value is not null and lies in one of the ranges, which never overlap. */
export type IndexableCondition = { readonly slot: number; readonly ranges: readonly SortRange[] };

type Ranges = ReadonlyMap<number, readonly SortRange[]>;

export function indexableConditions(
  filter: Filter,
  declared: readonly DeclaredProperty[],
): readonly IndexableCondition[] {
  const ranges = readFilter(filter, rangesOver(readySlots(declared)));
  return [...(ranges ?? [])].map(([slot, each]) => ({ slot, ranges: few(union(each)) }));
}

/** One by one they become a statement, which must not grow without end. */
const mostRanges = 200;

const few = (ranges: readonly SortRange[]): readonly SortRange[] =>
  ranges.length > mostRanges ? [around(ranges)] : ranges;

const rangesOver = (slots: ReadySlots): Reading<Ranges> => ({
  atom: (atom) => rangesOf(atom, slots),
  all: (parts) => parts.reduce(both, null),
  any: (parts) => (parts.length === 0 ? null : parts.reduce(either)),
});

function both(a: Ranges | null, b: Ranges | null): Ranges | null {
  if (a === null || b === null) return a ?? b;
  const joined = new Map(a);
  for (const [slot, ranges] of b) {
    const known = a.get(slot);
    joined.set(slot, known === undefined ? ranges : intersection(known, ranges));
  }
  return joined;
}

/** Only what both speak of is known of either. */
function either(a: Ranges | null, b: Ranges | null): Ranges | null {
  if (a === null || b === null) return null;
  const shared = [...a].filter(([slot]) => b.has(slot));
  return shared.length === 0
    ? null
    : new Map(shared.map(([slot, ranges]) => [slot, union([...ranges, ...b.get(slot)!])]));
}

function rangesOf(atom: Atom, slots: ReadySlots): Ranges | null {
  const slotOf = (side: Side): number | null => {
    const known = side.kind === 'property' ? knownProperty(side.name, slots) : null;
    return typeof known === 'number' ? known : null;
  };
  if (atom.kind === 'isInstant') return null;
  if (atom.kind === 'verdict') return atom.isTrue ? rangesOfVerdict(atom.of, slotOf) : null;
  const [left, right] = [slotOf(atom.left), slotOf(atom.right)];
  if (left !== null) return ranged(left, [rangeTo(atom)]);
  return right === null
    ? null
    : ranged(right, [rangeTo({ ...atom, op: mirrored[atom.op], left: atom.right, right: atom.left } as Ordered)]);
}

function rangesOfVerdict(
  filter: Extract<Atom, { kind: 'verdict' }>['of'],
  slotOf: (side: Side) => number | null,
): Ranges | null {
  if (filter.kind !== 'in' && filter.kind !== 'like') return null;
  const slot = slotOf(filter.value);
  if (slot === null) return null;
  if (filter.kind === 'in')
    return ranged(
      slot,
      filter.list.map((one) => rangeOfComparison('=', constantScalar(one))),
    );
  const pattern = constantScalar(filter.pattern);
  return typeof pattern === 'string' ? ranged(slot, [rangeOfPattern(pattern)]) : null;
}

type Ordered = Extract<Atom, { kind: 'compare' | 'order' }>;

/** For the slot on the left and a constant on the right. */
function rangeTo(atom: Ordered): SortRange | null {
  if (atom.kind === 'compare') return rangeOfComparison(atom.op, constantScalar(atom.right));
  const span = orderedSpan(atom.right);
  return span && rangeOfOrder(atom.op, span);
}

function ranged(slot: number, ranges: readonly (SortRange | null)[]): Ranges | null {
  return ranges.some((range) => range === null) ? null : new Map([[slot, union(ranges as readonly SortRange[])]]);
}
