import { allOf } from '../../../sql/search/row-conditions.ts';
import { type Source, chooseSource } from '../known/choose-source.ts';
import { fewestRows } from '../search/fewest-rows.ts';
import { readAll, rowsOfIds, rowsOfStreams, stillToAsk } from '../search/gather.ts';
import type { Reading } from '../search/reading.ts';
import { eachRow } from './each-row.ts';
import { testCandidates } from '../search/test-candidates.ts';

/** All items that the search finds. */
export async function countItems(reading: Reading): Promise<number> {
  const { search, tuning } = reading;
  if (search.ids !== null) return (await readAll(reading, rowsOfIds(search.ids))).length;
  const source = await chooseSource(reading);
  if (source.streams.length === 0) return 0;
  const rare = source.rows <= tuning.fewRows ? null : await fewestRows(reading);
  return rare === null ? countIn(reading, source) : (await readAll(reading, rare)).length;
}

/** Counts what SQL can decide alone without a row leaving it, and looks at the rest. */
async function countIn(reading: Reading, source: Source): Promise<number> {
  const { search, query } = reading;
  const isDecided = search.isMatch === null;
  const rows = rowsOfStreams(source, reading);
  const { surelyInside } = search;
  const what = source.of === 'cells' ? 'DISTINCT r.pk' : '*';
  let sum = 0;
  if (isDecided) {
    const inArea = search.inArea();
    const { sql, params } = allOf([rows.condition, stillToAsk(rows, search), inArea ?? surelyInside]);
    const [row] = await query<[number]>(`SELECT count(${what}) FROM ${rows.from} WHERE ${sql}`, [
      ...rows.fromParams,
      ...params,
    ]);
    sum += row![0];
    if (search.area === null || inArea !== null) return sum;
  }
  const also = isDecided ? { sql: `(${surelyInside.sql}) IS NOT TRUE`, params: surelyInside.params } : null;
  const seen = new Set<number>();
  for await (const some of eachRow(reading, rows, [], also)) {
    const fresh = some.filter(({ pk }) => !seen.has(pk) && seen.add(pk));
    sum += (await testCandidates(reading, fresh)).length;
  }
  return sum;
}
