import type { MatchedCount } from '../../../../catalog/ports.ts';
import { type Source, chooseSource } from '../known/choose-source.ts';
import { countByWords } from './count-by-words.ts';
import { armsOf, isEmpty, timesOf } from '../walks/entry-arms.ts';
import { fewestRows } from '../search/fewest-rows.ts';
import { readAll, rowsOfIds, rowsOfLookup } from '../search/gather.ts';
import { defaultSort } from '../../../../catalog/sort.ts';
import type { Reading } from '../reading/reading.ts';
import { itemsIn } from '../known/snapshot.ts';
import { orderKeys } from '../../../sql/search/sort-order.ts';
import { createTest } from '../reading/test-candidate.ts';
import { walkTime } from '../walks/walk-time.ts';

const batch = 1_024;

/** Exact where the search asks for collections alone: their sizes are known. */
export function knownCount({ search, snapshot }: Reading, isUnconditional: boolean): MatchedCount | null {
  return isUnconditional ? exactly(itemsIn(snapshot, search.collections)) : null;
}

export function countItems(reading: Reading): MatchedCount {
  const { search, snapshot, prepare } = reading;
  if (search.ids !== null) return exactly(readAll(reading, rowsOfIds(search.ids)).length);
  const source = chooseSource(search, snapshot, prepare);
  const byWords = countByWords(reading, source);
  if (byWords !== null) return exactly(byWords);
  const rare = fewestRows(reading, source);
  return exactly(rare === null ? countIn(reading, source) : readAll(reading, rowsOfLookup(rare)).length);
}

/** Counts what SQL can decide alone without a row leaving it, and looks at the rest. */
function countIn(reading: Reading, source: Source): number {
  const { search, prepare, effort } = reading;
  const unsure = { sql: `NOT coalesce(${search.surelyInside.sql}, 0)`, params: search.surelyInside.params };
  const isDecided = search.isMatch === null;
  let sum = isDecided ? countSure(reading, source) : 0;
  if (isDecided && search.area === null) return sum;
  const test = createTest(search, prepare, effort);
  const keys = orderKeys(defaultSort, false);
  const also = isDecided ? unsure : null;
  let last = 0;
  for (const found of walkTime({ ...reading, source, keys, isUntimedFirst: false, after: null, wanted: batch, also }))
    for (const candidate of found) {
      if (candidate[0] !== last && test(candidate)) sum++;
      last = candidate[0];
    }
  return sum;
}

function countSure({ search, prepare }: Reading, source: Source): number {
  const entries = { search, source, also: search.surelyInside };
  const times = timesOf(entries);
  const arms = isEmpty(times) ? [] : armsOf(entries, times, null);
  // All entries of an item are of one class; only in cells there are several.
  const what = source.of === 'cells' ? 'DISTINCT r.pk' : '*';
  return arms
    .map(({ sql, params }) => prepare(`SELECT count(${what}) FROM entries r WHERE ${sql}`).get(...params) as [number])
    .reduce((sum, [count]) => sum + count, 0);
}

const exactly = (count: number): MatchedCount => ({ atLeast: count, isExact: true });
