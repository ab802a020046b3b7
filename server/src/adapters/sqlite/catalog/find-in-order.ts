import { compareCodePoints } from '../../../catalog/evaluate/scalars.ts';
import type { PagePosition } from '../../../catalog/page-token.ts';
import type { IndexableCondition } from '../../../catalog/plan/implied.ts';
import { slotOther } from '../../../catalog/plan/slots.ts';
import type { Sort } from '../../../catalog/sort.ts';
import { rangeOfCollection } from '../../../catalog/plan/streams.ts';
import { type Source, chooseSource, readSource } from './choose-source.ts';
import { gather, rowsOfIds, rowsOfProperty, rowsOfStreams, withinRanges } from './gather.ts';
import type { Reading } from './reading.ts';
import { type OrderKey, isOrderOfRows, orderKeys, rowValues } from './sort-order.ts';
import { createTest } from './test-candidate.ts';
import { walkIds } from './walk-ids.ts';
import { type Candidate, walkTime } from './walk-time.ts';
import { walkSorted } from './walk-sorted.ts';
import { walkValues } from './walk-values.ts';

/** Which part of the order is asked for: from a place on, or from an end. */
export type Way = { readonly position: PagePosition | null; readonly isBackward: boolean; readonly want: number };

/** Found by fewer rows than this: cheaper to gather and sort than to walk anything. */
const fewRows = 512;
const firstProbe = 64;
const firstBudget = 4_096;

/** The first `want` items of the order from the position on, in the direction of the walk. */
export function findInOrder(reading: Reading, way: Way): readonly number[] {
  const { search } = reading;
  const cut = (pks: readonly number[]) => pks.slice(0, way.want);
  const gathered = (rows: Parameters<typeof gather>[1]) => cut(gather(reading, rows, way.position, way.isBackward));
  if (search.ids !== null) return gathered(rowsOfIds(search.ids));
  const source = chooseSource(search, reading.snapshot, reading.prepare);
  if (source.streams.length === 0) return [];
  const rare = source.rows <= fewRows ? undefined : rarest(reading, firstProbe);
  if (rare !== undefined) return gathered(rowsOfProperty(rare));
  const walk = walkOf(reading, source, way);
  if (walk === null) return gathered(rowsOfStreams(source));
  return race(reading, walk, way.want, (budget) => {
    const property = rarest(reading, budget);
    if (property !== undefined) return gathered(rowsOfProperty(property));
    return source.rows <= budget && !isOrderOfTime(search.sort) ? gathered(rowsOfStreams(source)) : null;
  });
}

/** Walks, but looks for a shorter way each time the walk has cost eight times as much: never far from the best. */
function race(
  { search, prepare, effort }: Reading,
  walk: Generator<readonly Candidate[]>,
  want: number,
  shortcut: (budget: number) => readonly number[] | null,
): readonly number[] {
  const test = createTest(search, prepare, effort);
  const found: number[] = [];
  const before = effort.scanned();
  let budget = firstBudget;
  for (const batch of walk) {
    for (const candidate of batch) {
      if (test(candidate)) found.push(candidate[0]);
      if (found.length === want) return found;
    }
    if (effort.scanned() - before <= budget) continue;
    const other = shortcut(budget);
    if (other !== null) return other;
    budget *= 8;
  }
  return found;
}

/** A condition that the index of properties serves with at most so many rows. */
function rarest({ search, prepare }: Reading, most: number): IndexableCondition | undefined {
  return search.indexable.find((condition) => {
    const { sql, params } = withinRanges(condition);
    const counted = prepare(`SELECT count(*) FROM (SELECT 1 FROM props p WHERE ${sql} LIMIT ?)`);
    return (counted.get(...params, most + 1) as [number])[0] <= most;
  });
}

const isOrderOfTime = (sort: Sort): boolean => sort[0]!.field === 'datetime' && isOrderOfRows(sort);

/** The walk that has the order; null where no index has it. */
function walkOf(reading: Reading, source: Source, way: Way): Generator<readonly Candidate[]> | null {
  const { search, snapshot } = reading;
  const [first, ...rest] = search.sort;
  const isTail = isOrderOfRows(rest) && rest[0]?.field === 'datetime';
  if (isOrderOfTime(search.sort)) return walkTime({ ...timeWalk(reading, source, way), after: placeIn(way, 0) });
  if (first!.field === 'id' && isOrderOfRows(search.sort))
    return walkIds({
      ...reading,
      keys: orderKeys(search.sort, way.isBackward),
      after: placeIn(way, 0),
      wanted: batch(way),
    });
  if (first!.field === 'collection' && isTail) return walkCollections(reading, way, rest);
  const property = snapshot.declared.find(({ name, isReady }) => name === first!.field && isReady);
  // Oldest first, missing times would come before all others there and must come after them.
  const isIndexed = isTail && rest[0]!.isDescending;
  return property === undefined || !isIndexed ? null : walkProperty(reading, source, way, property.slot);
}

/** Skipped items are wanted too, but not all at once; duplicates need room. */
const batch = ({ want }: Way): number => Math.min(1_024, Math.max(16, want + (want >> 1)));

const placeIn = ({ position }: Way, from: number): readonly (string | number)[] | null =>
  position && rowValues(position.values.slice(from));

function timeWalk(reading: Reading, source: Source, way: Way, sort: Sort = reading.search.sort) {
  const keys: readonly OrderKey[] = orderKeys(sort, way.isBackward);
  return { ...reading, source, keys, isUntimedFirst: way.isBackward, wanted: batch(way) };
}

/** Microseconds: an entry that is tested and sorted, an item that is looked up from the index of properties. */
const entryCost = 0.2;
const lookUpCost = 3;
/** About how many of an area's entries pass its tests. */
const passing = 0.3;

/** By a declared property: out of the streams where they hold little, else by its index. */
function walkProperty(reading: Reading, source: Source, way: Way, slot: number): Generator<readonly Candidate[]> {
  const items = [...reading.snapshot.collections.values()].reduce((sum, each) => sum + each.items, 0);
  const byIndex = (way.want * items * lookUpCost) / (source.rows * passing);
  return source.rows * entryCost < byIndex
    ? walkSorted(sortedWalk(reading, source, way, slot))
    : walkIndex(reading, source, way, slot);
}

function sortedWalk(reading: Reading, source: Source, way: Way, slot: number) {
  const [first, ...rest] = reading.search.sort;
  return {
    ...reading,
    source,
    slot,
    isDescending: first!.isDescending !== way.isBackward,
    isBackward: way.isBackward,
    keys: orderKeys(rest, way.isBackward),
    after: way.position && way.position.values,
    wanted: batch(way),
  };
}

/** By the index of the property; items without it come last. */
function* walkIndex(reading: Reading, source: Source, way: Way, slot: number): Generator<readonly Candidate[]> {
  const sorted = sortedWalk(reading, source, way, slot);
  const isFromNull = way.position !== null && way.position.values[0] === null;
  const also = { sql: `r.v${slot} IS NULL OR r.v${slot} = ?`, params: [slotOther] };
  const rest = reading.search.sort.slice(1);
  const withoutIt = (isFromPlace: boolean) =>
    walkTime({ ...timeWalk(reading, source, way, rest), also, after: isFromPlace ? placeIn(way, 1) : null });
  const withIt = (isFromPlace: boolean) => walkValues({ ...sorted, after: isFromPlace ? placeIn(way, 0) : null });
  if (way.isBackward) {
    if (way.position === null || isFromNull) yield* withoutIt(isFromNull);
    yield* withIt(!isFromNull && way.position !== null);
  } else {
    if (!isFromNull) yield* withIt(way.position !== null);
    yield* withoutIt(isFromNull);
  }
}

/** One collection after the other, each by time. */
function* walkCollections(reading: Reading, way: Way, rest: Sort): Generator<readonly Candidate[]> {
  const { search, snapshot, prepare } = reading;
  const isDescending = search.sort[0]!.isDescending !== way.isBackward;
  const start = way.position === null ? null : String(way.position.values[0]);
  const ids = [...(search.collections ?? snapshot.collections.keys())]
    .filter(
      (id) =>
        snapshot.collections.has(id) && (start === null || compareCodePoints(id, start) * (isDescending ? -1 : 1) >= 0),
    )
    .sort(compareCodePoints);
  if (isDescending) ids.reverse();
  for (const id of ids) {
    const { number } = snapshot.collections.get(id)!;
    const source = readSource([rangeOfCollection(number)], true, prepare);
    yield* walkTime({ ...timeWalk(reading, source, way, rest), after: id === start ? placeIn(way, 1) : null });
  }
}
