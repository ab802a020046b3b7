import type { BoxTest } from '../../../../geometry/box-test.ts';
import type { Footprint } from '../../../../geometry/area-test.ts';
import type { Geometry } from '../../../../geometry/geojson.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { documentOf } from '../../../../catalog/stored-document.ts';
import type { Effort } from './effort.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import type { RememberedFootprints } from '../known/remembered-footprints.ts';
import type { Prepare } from '../file/statements.ts';
import type { Candidate } from '../walks/walk-time.ts';

/** What SQL could not tell of a row: its footprint, which may be known, and its document. */
export function createTest(
  { isInArea, isMatch, boxTest }: Pick<PreparedSearch, 'isInArea' | 'isMatch' | 'boxTest'>,
  prepare: Prepare,
  effort: Effort,
  known: RememberedFootprints | null = null,
): (candidate: Candidate) => boolean {
  const isInside = (pk: number, isIn: (footprint: Footprint) => boolean): boolean => {
    effort.check();
    const remembered = known?.ringOf(pk);
    if (remembered !== undefined) return isIn(remembered);
    const footprint = readGeometry(prepare, pk);
    known?.remember(pk, footprint);
    return isIn(footprint);
  };
  return (candidate) => {
    const [pk] = candidate;
    if (isInArea !== null && !(toldByBox(candidate, boxTest) ?? isInside(pk, isInArea))) return false;
    if (isMatch === null) return true;
    effort.readDocument();
    return isMatch(readDocument(prepare, pk));
  };
}

/** Tells by 1 that a footprint needs no look. As a mere value SQLite would compute all of it; CASE ends where it is decided. */
export const insideColumn = ({ surelyInside }: Pick<PreparedSearch, 'surelyInside'>): string =>
  `CASE WHEN ${surelyInside.sql} THEN 1 ELSE 0 END`;

/** Columns that tell of a row's box whether its footprint is in the area, for `toldByBox`. */
export const boxColumns = ({ boxTest }: Pick<PreparedSearch, 'boxTest'>): string =>
  boxTest === null ? '' : ', r.w AS w, r.s AS s, r.e AS e, r.n AS n';

/** Whether the footprint is in the area; null where it must be looked at. What crosses the antimeridian is no plane box. */
export function toldByBox([, isInside, west, south, east, north]: Candidate, boxTest: BoxTest | null): boolean | null {
  if (isInside === 1) return true;
  if (boxTest === null || north === undefined || west! > east!) return null;
  return boxTest([west!, south!, east!, north]);
}

function readGeometry(prepare: Prepare, pk: number): Geometry {
  const [footprint] = prepare('SELECT footprint FROM documents WHERE pk = ?').get(pk) as [string];
  return JSON.parse(footprint) as Geometry;
}

export function readDocument(prepare: Prepare, pk: number): JsonObject {
  const [bytes] = prepare('SELECT document FROM documents WHERE pk = ?').get(pk) as [Uint8Array];
  return documentOf(bytes);
}
