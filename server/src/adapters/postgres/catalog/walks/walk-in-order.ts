import { rawOfSlot } from '../../../../catalog/plan/slots.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, sortValueOf } from '../../../../catalog/sort-value.ts';
import { type OrderKey, orderKeys, rowValues } from '../../../sql/search/sort-order.ts';
import type { Source } from '../known/choose-source.ts';
import type { Way } from '../search/gather.ts';
import type { Hit, Reading } from '../search/reading.ts';
import { slotBytes, slotOfBytes } from '../database/slot-bytes.ts';
import type { Candidate } from '../search/test-candidates.ts';
import { type PlacedCandidate, type TimeWalk, walkTime } from './walk-time.ts';
import { walkRows } from './walk-rows.ts';
import { walkValues } from './walk-values.ts';

export type HitCandidate = Candidate & Hit;
export type HitWalk = AsyncGenerator<readonly HitCandidate[]>;

/** Skipped items are wanted too, but not all at once; an item may come from several cells, or fail a test. */
function batchOf({ tuning, search }: Reading, source: Source | null, { want }: Way): number {
  const isEachFound = source?.of !== 'cells' && search.isInArea === null && search.isMatch === null;
  return Math.min(tuning.mostInBatch, Math.max(tuning.fewestInBatch, (isEachFound ? 1 : 2) * want));
}

const valueOf = (row: PlacedCandidate, column: string): SortValue =>
  column === 'dt' ? row.dt || null : row[column as 'id' | 'collection'];

export const walkByTime = (reading: Reading, source: Source, way: Way, missing: () => number): HitWalk =>
  walkOfTime(reading, source, way, missing, reading.search.sort, []);

/** In an order that begins with the time, from the position within it on; `before` is what all its items are ordered by first. */
export function walkOfTime(
  reading: Reading,
  source: Source,
  way: Way,
  missing: () => number,
  sort: Sort,
  before: readonly SortValue[],
): HitWalk {
  const keys = orderKeys(sort, way.isBackward);
  const from = way.position && (rowValues(way.position) as readonly string[]);
  return toHits(timeWalk(reading, source, way, missing, keys, from), keys, before);
}

const timeWalk = (
  reading: Reading,
  source: Source,
  way: Way,
  missing: () => number,
  keys: readonly OrderKey[],
  from: TimeWalk['from'],
): TimeWalk => ({
  reading,
  source,
  keys,
  from,
  isUntimedFirst: way.isBackward,
  wanted: batchOf(reading, source, way),
  missing,
});

async function* toHits(walk: TimeWalk, keys: readonly OrderKey[], before: readonly SortValue[]): HitWalk {
  for await (const batch of walkTime(walk))
    yield batch.map((row) => ({ ...row, values: [...before, ...keys.map(({ column }) => valueOf(row, column))] }));
}

/** By id. */
export async function* walkByRows(reading: Reading, way: Way, keys: readonly OrderKey[]): HitWalk {
  const wanted = batchOf(reading, null, way);
  const from = way.position && rowValues(way.position);
  for await (const batch of walkRows({ reading, keys, from, columns: [], wanted, also: null }))
    yield batch.map(({ place, ...candidate }) => ({
      ...candidate,
      values: place.map((value) => (value === '' ? null : (value as SortValue))),
    }));
}

/** By a declared property; items without it come last. */
export async function* walkByProperty(
  reading: Reading,
  source: Source,
  way: Way,
  slot: number,
  missing: () => number,
): HitWalk {
  const isFromNull = way.position !== null && way.position[0] === null;
  const without = (isFromPlace: boolean) => withoutValue(reading, source, way, slot, missing, isFromPlace);
  const withIt = (isFromPlace: boolean) => withValue(reading, way, slot, isFromPlace);
  if (way.isBackward) {
    if (way.position === null || isFromNull) yield* without(isFromNull);
    yield* withIt(!isFromNull && way.position !== null);
  } else {
    if (!isFromNull) yield* withIt(way.position !== null);
    yield* without(isFromNull);
  }
}

function withoutValue(
  reading: Reading,
  source: Source,
  way: Way,
  slot: number,
  missing: () => number,
  isFromPlace: boolean,
): HitWalk {
  const keys = orderKeys(reading.search.sort.slice(1), way.isBackward);
  const from = isFromPlace ? (rowValues(way.position!.slice(1)) as readonly string[]) : null;
  const value = reading.slotColumn(slot);
  const also = { sql: `(${value} IS NULL OR ${value} = '\\x03ff'::bytea)`, params: [] };
  return toHits({ ...timeWalk(reading, source, way, missing, keys, from), also }, keys, [null]);
}

async function* withValue(reading: Reading, way: Way, slot: number, isFromPlace: boolean): HitWalk {
  const [first, ...rest] = reading.search.sort;
  const isDescending = first!.isDescending !== way.isBackward;
  const keys = [{ column: `s${slot}`, isDescending }, ...orderKeys(rest, way.isBackward)];
  const [value, ...others] = way.position ?? [null];
  const from = isFromPlace ? [slotBytes(value ?? null), ...rowValues(others)] : null;
  const also = { sql: `r.s${slot} IS NOT NULL`, params: [] };
  const wanted = batchOf(reading, null, way);
  for await (const batch of walkValues({ reading, keys, from, columns: [`v${slot}`], wanted, also }))
    yield batch.map(({ place, columns, ...candidate }) => ({
      ...candidate,
      values: [
        sortValueOf(rawOfSlot(slotOfBytes(columns[0] as Uint8Array))),
        ...place.slice(1).map((each) => (each === '' ? null : (each as SortValue))),
      ],
    }));
}
