import type { Geometry } from '../../../geometry/geojson.ts';
import { allOf } from '../../sql/search/row-conditions.ts';
import { orderBy, orderKeys } from '../../sql/search/sort-order.ts';
import { alive } from './alive.ts';
import type { Source } from './choose-source.ts';
import { rowsOfStreams } from './gather.ts';
import type { Reading } from './reading.ts';
import { rememberFootprint } from './remembered-footprints.ts';
import { boxColumns, createTest, toldByBox } from './test-candidate.ts';
import { type Way, isOrderOfTime } from './walk-in-order.ts';
import type { Candidate } from './walk-time.ts';

/**
 * Where all of a source that has few rows is wanted from its beginning, newest first, one statement reads them and one
 * their footprints: slabs of time would be more work than the rows. Null where that is not so.
 */
export function findFew(reading: Reading, source: Source, way: Way): readonly number[] | null {
  const { search, prepare, effort, tuning } = reading;
  const { isInArea, isMatch, boxTest, sort } = search;
  const isAll = source.rows <= tuning.fewRows && source.rows * source.share <= way.want;
  const isFromStart = way.position === null && !way.isBackward;
  // What has no time is last then, as it is in the index.
  const isNewestFirst = isOrderOfTime(sort) && sort[0]!.isDescending;
  if (!isAll || !isFromStart || !isNewestFirst || search.text !== null) return null;
  const candidates = readOnce(reading, source);
  const told = isInArea === null ? [] : candidates.map((candidate) => toldByBox(candidate, boxTest));
  const unsure = candidates.flatMap(([pk], i) => (told[i] === null ? pk : []));
  const footprints = unsure.length === 0 ? null : readFootprints(reading, unsure);
  const outside = new Set(footprints && unsure.filter((_, i) => (effort.check(), !isInArea!(footprints[i]!))));
  const left = candidates.filter(([pk], i) => told[i] !== false && !outside.has(pk));
  const isTested = isMatch !== null || (unsure.length > 0 && footprints === null);
  const test = createTest({ isMatch, isInArea: footprints === null ? isInArea : null, boxTest }, prepare, effort);
  return (isTested ? left.filter(test) : left).slice(0, way.want).map(([pk]) => pk);
}

/** In order; an item that stands in several cells has one place in it. */
function readOnce({ search, prepare }: Reading, source: Source): readonly Candidate[] {
  const { surelyInside, sort } = search;
  const { condition, isOfCollections } = rowsOfStreams(source);
  const { sql, params } = allOf([condition, alive, isOfCollections ? search.rows : search.rowsAnywhere]);
  const rows = prepare(
    `SELECT r.pk, ${surelyInside.sql}${boxColumns(search)} FROM entries r WHERE ${sql} ORDER BY ${orderBy(orderKeys(sort, false), 'r.')}`,
  ).all(...surelyInside.params, ...params) as unknown as readonly Candidate[];
  return rows.filter(([pk], i) => i === 0 || pk !== rows[i - 1]![0]);
}

/** Larger footprints are read one by one: nobody knows how large before. */
const mostBytes = 16_384;

const footprintsSql = `SELECT group_concat(d.footprint, ','), count(d.footprint) FROM json_each(?) AS p
  CROSS JOIN documents AS d ON d.pk = p.value HAVING max(length(d.footprint)) <= ${mostBytes}`;

/** Of all with one statement; null where some are large. */
function readFootprints({ prepare, snapshot }: Reading, pks: readonly number[]): readonly Geometry[] | null {
  const { footprints: known } = snapshot;
  const missing = pks.filter((pk) => !known.has(pk));
  if (missing.length === 0) return pks.map((pk) => known.get(pk)!);
  const row = prepare(footprintsSql).get(`[${missing.join(',')}]`) as readonly [string, number] | undefined;
  if (row === undefined || row[1] !== missing.length) return null;
  const read = JSON.parse(`[${row[0]}]`) as Geometry[];
  const found = new Map(missing.map((pk, i) => [pk, read[i]!]));
  const all = pks.map((pk) => found.get(pk) ?? known.get(pk)!);
  for (const [pk, footprint] of found) rememberFootprint(known, pk, footprint);
  return all;
}
