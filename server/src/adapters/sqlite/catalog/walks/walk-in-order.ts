import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import type { PagePosition } from '../../../../catalog/page-token.ts';
import { packTime } from '../../../../catalog/plan/packed-time.ts';
import { slotOther } from '../../../../catalog/plan/slots.ts';
import { rangeOfCollection } from '../../../../catalog/plan/streams.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import type { SortValue } from '../../../../catalog/sort-value.ts';
import { type Source, readSource } from '../known/choose-source.ts';
import type { Reading } from '../reading/reading.ts';
import { idsInOrder } from '../../../sql/search/ids-in-order.ts';
import { isOrderOfRows, isOrderOfTime, orderKeys, rowValues } from '../../../sql/search/sort-order.ts';
import { createSortValues } from '../reading/sort-values.ts';
import type { Tuning } from '../reading/tuning.ts';
import { walkIds } from './walk-ids.ts';
import { type SortedWalk, walkSorted } from './walk-sorted.ts';
import { type Candidate, type Walk, walkTime } from './walk-time.ts';
import { walkValues } from './walk-values.ts';

/** Which part of the order is asked for: from a place on, or from an end. */
export type Way = {
  readonly position: PagePosition | null;
  readonly isBackward: boolean;
  readonly want: number;
  /** How many of the wanted ones are still missing. */
  readonly missing?: () => number;
};

type Candidates = Generator<readonly Candidate[]>;

/** From the very beginning; what has no time is last then, as it is in the index. */
export const isNewestFirst = (sort: Sort, { position, isBackward }: Way): boolean =>
  position === null && !isBackward && isOrderOfTime(sort) && sort[0]!.isDescending;

/** The walk that has the order; null where no index has it. */
export function walkInOrder(reading: Reading, source: Source, way: Way): Candidates | null {
  const { search, snapshot, tuning } = reading;
  const [first, ...rest] = search.sort;
  if (isOrderOfTime(search.sort))
    return walkTime(timeWalk(reading, source, way, search.sort, placeIn(way, search.sort)));
  if (!isOrderOfRows(rest)) return null;
  const isTail = rest[0]?.field === 'datetime';
  if (first!.field === 'collection' && isTail) return walkCollections(reading, way, rest);
  // Oldest first, missing times would come before all others among equals and must come after them.
  if (rest.some(({ field, isDescending }) => field === 'datetime' && !isDescending)) return null;
  if (first!.field === 'id' && source.rows > tuning.fewRows) {
    const keys = orderKeys(search.sort, way.isBackward);
    return walkIds({ ...reading, keys, after: placeIn(way, search.sort), wanted: batch(tuning, way) });
  }
  const property = snapshot.declared.find(({ name, isReady }) => name === first!.field && isReady);
  return property === undefined || !isTail ? null : walkProperty(reading, source, way, property.slot);
}

/** Skipped items are wanted too, but not all at once; an item may come from several cells, or fail a test. */
const batch = ({ fewestInBatch, mostInBatch }: Tuning, { want }: Way, rowsOfItem = 2): number =>
  Math.min(mostInBatch, Math.max(fewestInBatch, rowsOfItem * want));

/** What a token says of the place, from one of its values on, as rows have it. */
export const placeIn = ({ position }: Way, sort: Sort, from = 0): readonly (string | number)[] | null =>
  position && valuesInRows(position.values.slice(from), sort.slice(from));

export const valuesInRows = (values: readonly SortValue[], sort: Sort): readonly (string | number)[] =>
  rowValues(values).map((value, i) => (sort[i]!.field === 'datetime' ? packTime(String(value)) : value));

export function timeWalk(
  { search, snapshot, prepare, effort, tuning }: Reading,
  source: Source,
  way: Way,
  sort: Sort,
  after: Walk['after'],
  also: SqlCondition | null = null,
): Walk {
  const isEachFound = search.isInArea === null && search.isMatch === null;
  return {
    search,
    snapshot,
    prepare,
    effort,
    tuning,
    source,
    also,
    keys: orderKeys(sort, way.isBackward),
    after,
    isUntimedFirst: way.isBackward,
    wanted: batch(tuning, way, source.of === 'cells' ? 3 : isEachFound ? 1 : 2),
    missing: way.missing,
  };
}

/** By a declared property: out of the streams where they hold little, else by its index. */
function walkProperty(reading: Reading, source: Source, way: Way, slot: number): Candidates {
  const { entryCost, lookUpCost } = reading.tuning;
  const byIndex = (way.want * reading.snapshot.items * lookUpCost) / (source.rows * source.share);
  const sorted = sortedWalk(reading, source, way, slot);
  return source.rows * entryCost < byIndex
    ? walkSorted(sorted)
    : orSorted(reading, sorted, walkIndex(reading, sorted, way));
}

function sortedWalk(reading: Reading, source: Source, way: Way, slot: number): SortedWalk {
  const [first, ...rest] = reading.search.sort;
  return {
    ...reading,
    source,
    slot,
    isDescending: first!.isDescending !== way.isBackward,
    isBackward: way.isBackward,
    keys: orderKeys(rest, way.isBackward),
    after: way.position && way.position.values,
    wanted: Math.max(batch(reading.tuning, way), way.want),
  };
}

/** Leaves the index where it has cost more than to sort the streams: few of its items pass the tests. */
function* orSorted({ search, snapshot, prepare, effort, tuning }: Reading, sorted: SortedWalk, walk: Candidates) {
  const before = effort.scanned();
  let last: number | null = null;
  for (const batch of walk) {
    yield batch;
    last = batch.at(-1)?.[0] ?? last;
    if ((effort.scanned() - before) * tuning.lookUpCost <= sorted.source.rows * tuning.entryCost) continue;
    const valuesOf = createSortValues(search.sort, snapshot, prepare, effort);
    return yield* walkSorted({ ...sorted, after: last === null ? sorted.after : valuesOf(last) });
  }
}

/** By the index of the property; items without it come last. */
function* walkIndex(reading: Reading, sorted: SortedWalk, way: Way): Candidates {
  const { source, slot } = sorted;
  const isFromNull = way.position !== null && way.position.values[0] === null;
  const also = { sql: `r.v${slot} IS NULL OR r.v${slot} = ?`, params: [slotOther] };
  const rest = reading.search.sort.slice(1);
  const withoutIt = (isFromPlace: boolean) =>
    walkTime(timeWalk(reading, source, way, rest, isFromPlace ? placeIn(way, reading.search.sort, 1) : null, also));
  const wanted = batch(reading.tuning, way);
  const withIt = (isFromPlace: boolean) =>
    walkValues({ ...reading, ...sorted, wanted, after: isFromPlace ? placeIn(way, reading.search.sort) : null });
  if (way.isBackward) {
    if (way.position === null || isFromNull) yield* withoutIt(isFromNull);
    yield* withIt(!isFromNull && way.position !== null);
  } else {
    if (!isFromNull) yield* withIt(way.position !== null);
    yield* withoutIt(isFromNull);
  }
}

/** One collection after the other, each by time. */
function* walkCollections(reading: Reading, way: Way, rest: Sort): Candidates {
  const { search, snapshot, prepare } = reading;
  const isDescending = search.sort[0]!.isDescending !== way.isBackward;
  const start = way.position === null ? null : String(way.position.values[0]);
  const ids =
    search.collections === null
      ? snapshot.collections.inOrder(start, isDescending)
      : idsInOrder(search.collections, start, isDescending);
  for (const id of ids) {
    const number = snapshot.collections.get(id)?.number;
    if (number === undefined) continue;
    const source = readSource([rangeOfCollection(number)], 'collections', snapshot, prepare);
    yield* walkTime(timeWalk(reading, source, way, rest, id === start ? placeIn(way, search.sort, 1) : null));
  }
}
