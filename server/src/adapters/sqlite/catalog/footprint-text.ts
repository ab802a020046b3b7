import type { Geometry, Position } from '../../../geometry/geojson.ts';
import type { Bbox } from '../../../catalog/bbox.ts';

/** The footprint as it is stored: null where the row's box says it all. */
export function footprintText(geometry: Geometry | null, bbox: Bbox | null): string | null {
  if (geometry === null || (bbox !== null && isBox(geometry, bbox))) return null;
  return JSON.stringify(geometry);
}

/** One ring around the four corners, whichever comes first and whichever way it goes. */
function isBox(geometry: Geometry, [west, south, east, north]: Bbox): boolean {
  if (geometry.type !== 'Polygon' || geometry.coordinates.length !== 1 || west >= east || south >= north) return false;
  const [a, b, c, d, ...more] = geometry.coordinates[0]!;
  if (a === undefined || b === undefined || c === undefined || d === undefined || more.length !== 1) return false;
  const isCorner = ([x, y]: Position) => (x === west || x === east) && (y === south || y === north);
  return [a, b, c, d].every(isCorner) && isOpposite(a, c) && isOpposite(b, d) && !isSame(a, b) && !isOpposite(a, b);
}

const isOpposite = (a: Position, b: Position): boolean => a[0] !== b[0] && a[1] !== b[1];
const isSame = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];
