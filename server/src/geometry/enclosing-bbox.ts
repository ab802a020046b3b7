import { type Box, boxOf } from './box.ts';
import { type Geometry, type SimpleGeometry, simpleParts } from './geojson.ts';

/** West, south, east, north; west > east crosses the antimeridian. */
type Enclosing = readonly [west: number, south: number, east: number, north: number];

/** The smallest bbox around a geometry within one turn; it crosses the antimeridian where the parts do. */
export function enclosingBbox(geometry: Geometry, box: Box | null = boxOf(geometry)): Enclosing | null {
  if (box === null || box[0] !== -180 || box[2] !== 180) return box;
  const gap = widestGap(spansOf(geometry));
  return gap === null ? box : [gap.end, box[1], gap.start, box[3]];
}

type Span = readonly [west: number, east: number];

function spansOf(geometry: Geometry): readonly Span[] {
  return simpleParts(geometry)
    .flatMap(singles)
    .map(boxOf)
    .filter((box) => box !== null)
    .map(([west, , east]): Span => [west, east])
    .sort((a, b) => a[0] - b[0]);
}

function singles(part: SimpleGeometry): readonly SimpleGeometry[] {
  if (part.type === 'MultiPolygon') return part.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  if (part.type === 'MultiLineString')
    return part.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
  if (part.type === 'MultiPoint') return part.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
  return [part];
}

/** The widest stretch of longitudes that no part covers. */
function widestGap(spans: readonly Span[]): { readonly start: number; readonly end: number } | null {
  let widest: { readonly start: number; readonly end: number } | null = null;
  let covered = -180;
  for (const [west, east] of spans) {
    if (west > covered && (widest === null || west - covered > widest.end - widest.start))
      widest = { start: covered, end: west };
    covered = Math.max(covered, east);
  }
  return widest;
}
