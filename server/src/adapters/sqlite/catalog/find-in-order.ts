import { compareCodePoints } from '../../../catalog/evaluate/scalars.ts';
import type { PagePosition } from '../../../catalog/page-token.ts';
import type { IndexableCondition } from '../../../catalog/plan/implied.ts';
import { slotOther } from '../../../catalog/plan/slots.ts';
import type { Sort } from '../../../catalog/sort.ts';
import { rangeOfCollection } from '../../../catalog/plan/streams.ts';
import { type Source, chooseSource, readSource } from './choose-source.ts';
import { type Rows, gather, rowsOfIds, rowsOfProperty, rowsOfStreams, withinRanges } from './gather.ts';
import type { Reading } from './reading.ts';
import { type OrderKey, isOrderOfRows, orderKeys, rowValues } from './sort-order.ts';
import { createTest } from './test-candidate.ts';
import type { Tuning } from './tuning.ts';
import { walkIds } from './walk-ids.ts';
import { type Candidate, walkTime } from './walk-time.ts';
import { walkSorted } from './walk-sorted.ts';
import { walkValues } from './walk-values.ts';

/** Which part of the order is asked for: from a place on, or from an end. */
export type Way = { readonly position: PagePosition | null; readonly isBackward: boolean; readonly want: number };

/** The first `want` items of the order from the position on, in the direction of the walk. */
export function findInOrder(reading: Reading, way: Way): readonly number[] {
  const { search, tuning } = reading;
  const gathered = (rows: Rows) => gather(reading, rows, way.position, way.isBackward).slice(0, way.want);
  if (search.ids !== null) return gathered(rowsOfIds(search.ids));
  const source = chooseSource(search, reading.snapshot, reading.prepare, 2 * way.want);
  if (source.streams.length === 0) return [];
  const rare = source.rows <= tuning.fewRows ? undefined : rarest(reading, tuning.firstProbe);
  if (rare !== undefined) return gathered(rowsOfProperty(rare));
  const walk = walkOf(reading, source, way);
  if (walk === null) return gathered(fewestRows(reading, source));
  return race(reading, walk, way.want, (budget) => {
    const rows = shorterWay(reading, source, budget);
    return rows && gathered(rows);
  });
}

/** What to gather where nothing can be walked: what the index of properties has, where that is cheaper than all. */
function fewestRows(reading: Reading, source: Source): Rows {
  const { firstProbe, mostGathered, entryCost, lookUpCost } = reading.tuning;
  const most = Math.min(mostGathered, (source.rows * entryCost) / lookUpCost);
  for (let few = firstProbe * 8; few <= most; few *= 8) {
    const property = rarest(reading, few);
    if (property !== undefined) return rowsOfProperty(property);
  }
  return rowsOfStreams(source);
}

/** What to gather instead of walking on; never more than may be gathered, for the walk ends some day. */
function shorterWay(reading: Reading, source: Source, budget: number): Rows | null {
  const { mostGathered, entryCost, lookUpCost } = reading.tuning;
  const property = rarest(reading, Math.min(budget, mostGathered));
  if (property !== undefined) return rowsOfProperty(property);
  const isDear = source.rows > mostGathered || source.rows * entryCost > budget * lookUpCost;
  return isDear || isOrderOfTime(reading.search.sort) ? null : rowsOfStreams(source);
}

/** Walks, but looks for a shorter way each time the walk has cost eight times as much: never far from the best. */
function race(
  { search, prepare, effort, tuning }: Reading,
  walk: Generator<readonly Candidate[]>,
  want: number,
  shortcut: (budget: number) => readonly number[] | null,
): readonly number[] {
  const test = createTest(search, prepare, effort);
  const found: number[] = [];
  const before = effort.scanned();
  let budget = tuning.firstBudget;
  let last = 0;
  for (const batch of walk) {
    for (const candidate of batch) {
      const [pk] = candidate;
      // One item's entries have one place in the order.
      if (pk !== last && test(candidate)) found.push(pk);
      if (found.length === want) return found;
      last = pk;
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
      wanted: batch(reading.tuning, way),
    });
  if (first!.field === 'collection' && isTail) return walkCollections(reading, way, rest);
  const property = snapshot.declared.find(({ name, isReady }) => name === first!.field && isReady);
  // Oldest first, missing times would come before all others there and must come after them.
  const isIndexed = isTail && rest[0]!.isDescending;
  return property === undefined || !isIndexed ? null : walkProperty(reading, source, way, property.slot);
}

/** Skipped items are wanted too, but not all at once; an item may come from several cells, and returns are cheap. */
const batch = ({ fewestInBatch, mostInBatch }: Tuning, { want }: Way): number =>
  Math.min(mostInBatch, Math.max(fewestInBatch, 3 * want));

const placeIn = ({ position }: Way, from: number): readonly (string | number)[] | null =>
  position && rowValues(position.values.slice(from));

function timeWalk(reading: Reading, source: Source, way: Way, sort: Sort = reading.search.sort) {
  const keys: readonly OrderKey[] = orderKeys(sort, way.isBackward);
  return { ...reading, source, keys, isUntimedFirst: way.isBackward, wanted: batch(reading.tuning, way) };
}

/** About how many of an area's entries pass its tests. */
const passing = 0.3;

/** By a declared property: out of the streams where they hold little, else by its index. */
function walkProperty(reading: Reading, source: Source, way: Way, slot: number): Generator<readonly Candidate[]> {
  const { entryCost, lookUpCost } = reading.tuning;
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
    wanted: batch(reading.tuning, way),
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
    const source = readSource([rangeOfCollection(number)], true, snapshot, prepare);
    yield* walkTime({ ...timeWalk(reading, source, way, rest), after: id === start ? placeIn(way, 1) : null });
  }
}
