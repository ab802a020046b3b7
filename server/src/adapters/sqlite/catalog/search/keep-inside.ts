import type { Footprint } from '../../../../geometry/area-test.ts';
import type { Geometry } from '../../../../geometry/geojson.ts';
import type { Reading } from '../reading/reading.ts';
import { createTest, toldByBox } from '../reading/test-candidate.ts';
import type { Candidate } from '../walks/walk-time.ts';

/** The keys of those that pass all tests, footprints read by one statement as far as they are not known. */
export function keepInside(reading: Reading, candidates: readonly Candidate[]): readonly number[] {
  const { search, prepare, effort } = reading;
  const { isInArea, isMatch, boxTest } = search;
  const told = isInArea === null ? [] : candidates.map((candidate) => toldByBox(candidate, boxTest));
  const unsure = candidates.flatMap(([pk], i) => (told[i] === null ? pk : []));
  const inside = unsure.length === 0 ? none : insideOf(reading, unsure, isInArea!);
  const isLooked = isInArea !== null && inside !== null;
  const left = candidates.filter(([pk], i) => !isLooked || (told[i] ?? inside.has(pk)));
  const isTested = isMatch !== null || inside === null;
  const test = createTest({ isMatch, isInArea: isLooked ? null : isInArea, boxTest }, prepare, effort);
  return (isTested ? left.filter(test) : left).map(([pk]) => pk);
}

/** Larger footprints are read one by one: nobody knows how large before. */
const mostBytes = 16_384;

const footprintsSql = `SELECT group_concat(d.footprint, ','), count(d.footprint) FROM json_each(?) AS p
  CROSS JOIN documents AS d ON d.pk = p.value HAVING max(length(d.footprint)) <= ${mostBytes}`;

const none: ReadonlySet<number> = new Set();

/** Those whose footprints are in the area; null where some are large. */
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
