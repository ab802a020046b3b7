import type { MatchedCount } from '../../../catalog/ports.ts';
import { chooseSource } from './choose-source.ts';
import { readAll, rowsOfIds } from './gather.ts';
import { defaultSort } from '../../../catalog/sort.ts';
import type { Reading } from './reading.ts';
import { allOf } from './row-conditions.ts';
import { orderKeys } from './sort-order.ts';
import { createTest } from './test-candidate.ts';
import { walkTime } from './walk-time.ts';

const batch = 1_024;

/** Exact where the search asks for collections alone: their sizes are known. */
export function knownCount({ search, snapshot }: Reading, isUnconditional: boolean): MatchedCount | null {
  if (!isUnconditional) return null;
  const ids = search.collections ?? [...snapshot.collections.keys()];
  return exactly(ids.reduce((sum, id) => sum + (snapshot.collections.get(id)?.items ?? 0), 0));
}

/** Counts what SQL can decide alone without a row leaving it, and looks at the rest. */
export function countItems(reading: Reading): MatchedCount {
  const { search, snapshot, prepare, effort } = reading;
  if (search.ids !== null) return exactly(readAll(reading, rowsOfIds(search.ids)).length);
  const source = chooseSource(search, snapshot, prepare);
  if (source.streams.length === 0) return exactly(0);
  const unsure = { sql: `NOT coalesce(${search.surelyInside.sql}, 0)`, params: search.surelyInside.params };
  const isDecided = search.isMatch === null;
  let sum = isDecided ? countSure(reading, source) : 0;
  if (isDecided && search.area === null) return exactly(sum);
  const test = createTest(search, prepare, effort);
  const keys = orderKeys(defaultSort, false);
  const walk = { ...reading, source, keys, isUntimedFirst: false, after: null, wanted: batch };
  for (const found of walkTime(isDecided ? { ...walk, also: unsure } : walk)) sum += found.filter(test).length;
  return exactly(sum);
}

function countSure({ search, prepare }: Reading, source: ReturnType<typeof chooseSource>): number {
  const condition = allOf([
    { sql: `r.stream IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(source.streams)] },
    source.isOfCollections ? null : search.ofCollections,
    search.rows,
    search.surelyInside,
  ]);
  const [count] = prepare(`SELECT count(DISTINCT r.pk) FROM entries r WHERE ${condition.sql}`).get(
    ...condition.params,
  ) as [number];
  return count;
}

const exactly = (count: number): MatchedCount => ({ atLeast: count, isExact: true });
