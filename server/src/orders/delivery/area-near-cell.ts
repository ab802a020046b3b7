import type { Box } from '../../geometry/box.ts';
import { type Geometry, polygonsOf } from '../../geometry/geojson.ts';
import type { Cell } from '../../grid/cell.ts';
import { cornerGeometry } from '../../select/files/cell-corners.ts';
import { unwrappedBox } from '../../select/files/tile-box.ts';
import { clipFootprint } from '../../select/survey/clip-footprint.ts';

/** Degrees: farther than any raster of a cell reaches beyond it. */
const margin = 1;
/** Beyond it meridians are too close for that. */
const polarLatitude = 84;

/**
 * What of an area lies in and around a cell; null where it is all there. The system of a cell does not know the other side
 * of the earth, to which a large area or a part of one may reach.
 */
export function areaNearCell(area: Geometry, cell: Cell): Geometry | null {
  const [west, south, east, north] = unwrappedBox(cell.zone, [cornerGeometry(cell)]);
  const isPolar = Math.max(-south, north) > polarLatitude;
  const sides = isPolar ? ([-180, 180] as const) : ([west - margin, east + margin] as const);
  return areaWithin(area, [sides[0], south - margin, sides[1], north + margin]);
}

/** What of an area lies in a box of degrees; null where it fills the box. */
export function areaWithin(area: Geometry, [west, south, east, north]: Box): Geometry | null {
  // Beside the antimeridian a box runs on where areas begin anew.
  const turns = east - west >= 360 ? [0] : [-360, 0, 360];
  const parts = turns.map((turn) => clipFootprint(area, [west + turn, south, east + turn, north]));
  if (parts.includes('whole')) return null;
  const coordinates = parts.flatMap((part) => (part === null || part === 'whole' ? [] : polygonsOf(part)));
  return { type: 'MultiPolygon', coordinates };
}
