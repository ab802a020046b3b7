import type { Box } from './box.ts';
import { boxOf } from './box.ts';
import { type Geometry, type Position, simpleParts } from './geojson.ts';

/** x and y of each position, one after the other. */
export type Path = Float64Array;

/** A geometry as flat arrays for the fast test: loose points, lines, and polygons as lists of rings. */
export type Shape = {
  readonly box: Box;
  readonly points: Path;
  readonly lines: readonly Path[];
  readonly polygons: readonly (readonly Path[])[];
};

/** Null when the geometry has no position: nothing intersects it. */
export function shapeOf(geometry: Geometry, box: Box | null = boxOf(geometry)): Shape | null {
  if (box === null) return null;
  const points: Position[] = [];
  const lines: Path[] = [];
  const polygons: (readonly Path[])[] = [];
  for (const part of simpleParts(geometry)) {
    if (part.type === 'Point') points.push(part.coordinates);
    if (part.type === 'MultiPoint') for (const point of part.coordinates) points.push(point);
    if (part.type === 'LineString') lines.push(pathOf(part.coordinates));
    if (part.type === 'MultiLineString') for (const line of part.coordinates) lines.push(pathOf(line));
    if (part.type === 'Polygon') polygons.push(ringsOf(part.coordinates));
    if (part.type === 'MultiPolygon') for (const rings of part.coordinates) polygons.push(ringsOf(rings));
  }
  return { box, points: pathOf(points), lines: lines.filter(isFilled), polygons: polygons.filter(isFilled) };
}

const isFilled = ({ length }: { readonly length: number }): boolean => length > 0;

const ringsOf = (rings: readonly (readonly Position[])[]): readonly Path[] => rings.filter(isFilled).map(pathOf);

export function pathOf(positions: readonly Position[]): Path {
  const path = new Float64Array(positions.length * 2);
  for (let i = 0; i < positions.length; i++) {
    path[2 * i] = positions[i]![0]!;
    path[2 * i + 1] = positions[i]![1]!;
  }
  return path;
}
