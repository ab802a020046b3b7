import type { Footprint } from '../../../geometry/area-test.ts';
import type { Geometry } from '../../../geometry/geojson.ts';
import { allOf } from '../../sql/search/row-conditions.ts';
import { orderBy, orderKeys } from '../../sql/search/sort-order.ts';
import { alive } from './alive.ts';
import type { Source } from './choose-source.ts';
import { rowsOfStreams } from './gather.ts';
import type { Reading } from './reading.ts';
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
  const inside = unsure.length === 0 ? none : insideOf(reading, unsure, isInArea!);
  const isLooked = isInArea !== null && inside !== null;
  const left = candidates.filter(([pk], i) => !isLooked || (told[i] ?? inside.has(pk)));
  const isTested = isMatch !== null || inside === null;
  const test = createTest({ isMatch, isInArea: isLooked ? null : isInArea, boxTest }, prepare, effort);
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

const none: ReadonlySet<number> = new Set();

/** Those whose footprints are in the area, read with one statement as far as they are not known; null where some are large. */
function insideOf(
  { prepare, snapshot: { footprints: known }, effort }: Reading,
  pks: readonly number[],
  isIn: (footprint: Footprint) => boolean,
): ReadonlySet<number> | null {
  const inside = new Set<number>();
  const look = (pk: number, footprint: Footprint) => {
    effort.check();
    if (isIn(footprint)) inside.add(pk);
  };
  const missing: number[] = [];
  for (const pk of pks) {
    const ring = known.ringOf(pk);
    if (ring === undefined) missing.push(pk);
    else look(pk, ring);
  }
  if (missing.length === 0) return inside;
  const row = prepare(footprintsSql).get(`[${missing.join(',')}]`) as readonly [string, number] | undefined;
  if (row === undefined || row[1] !== missing.length) return null;
  for (const [i, footprint] of (JSON.parse(`[${row[0]}]`) as readonly Geometry[]).entries()) {
    look(missing[i]!, footprint);
    known.remember(missing[i]!, footprint);
  }
  return inside;
}
