import { allOf } from '../../../sql/search/row-conditions.ts';
import { orderBy, orderKeys } from '../../../sql/search/sort-order.ts';
import { alive } from '../reading/alive.ts';
import type { Source } from '../known/choose-source.ts';
import { rowsOfStreams } from './gather.ts';
import { keepInside } from './keep-inside.ts';
import type { Reading } from '../reading/reading.ts';
import { boxColumns, insideColumn } from '../reading/test-candidate.ts';
import { type Way, isNewestFirst } from '../walks/walk-in-order.ts';
import type { Candidate } from '../walks/walk-time.ts';

/**
 * Where all of a source that has few rows is wanted from its beginning, newest first, one statement reads them and one
 * their footprints: slabs of time would be more work than the rows. Null where that is not so.
 */
export function findFew(reading: Reading, source: Source, way: Way): readonly number[] | null {
  const { search, tuning } = reading;
  const isAll = source.rows <= tuning.fewRows && source.rows * source.share <= way.want;
  if (!isAll || !isNewestFirst(search.sort, way) || search.text !== null) return null;
  return keepInside(reading, readOnce(reading, source)).slice(0, way.want);
}

/** In order; an item that stands in several cells has one place in it. */
function readOnce({ search, prepare }: Reading, source: Source): readonly Candidate[] {
  const { surelyInside, sort } = search;
  const { condition, isOfCollections } = rowsOfStreams(source);
  const { sql, params } = allOf([condition, alive, isOfCollections ? search.rows : search.rowsAnywhere]);
  const rows = prepare(
    `SELECT r.pk, ${insideColumn(search)}${boxColumns(search)} FROM entries r WHERE ${sql} ORDER BY ${orderBy(orderKeys(sort, false), 'r.')}`,
  ).all(...surelyInside.params, ...params) as unknown as readonly Candidate[];
  return rows.filter(([pk], i) => i === 0 || pk !== rows[i - 1]![0]);
}
