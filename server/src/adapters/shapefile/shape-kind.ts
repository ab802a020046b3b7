import { type Geometry, type Position, polygonsOf, simpleParts } from '../../geometry/geojson.ts';

type Line = readonly Position[];

/** What one shapefile holds: shapes of one kind, or nothing in their place. */
export type ShapeKind = 'polygon' | 'line' | 'point' | 'multipoint';

export type Shape =
  | { readonly kind: 'polygon'; readonly polygons: readonly (readonly Line[])[] }
  | { readonly kind: 'line'; readonly lines: readonly Line[] }
  | { readonly kind: 'point'; readonly at: Position }
  | { readonly kind: 'multipoint'; readonly points: readonly Position[] };

export const shapeCodes: Readonly<Record<ShapeKind, number>> = { point: 1, line: 3, polygon: 5, multipoint: 8 };

/** The geometry as shapefiles know it; of a collection that is mixed, its areas, else its lines. Null where it is empty. */
export function shapeOf(geometry: Geometry): Shape | null {
  if (geometry.type === 'Point')
    return geometry.coordinates.length < 2 ? null : { kind: 'point', at: geometry.coordinates };
  const polygons = polygonsOf(geometry).filter((rings) => (rings[0]?.length ?? 0) > 0);
  if (polygons.length > 0) return { kind: 'polygon', polygons };
  const lines = simpleParts(geometry)
    .flatMap(linesOf)
    .filter((line) => line.length > 0);
  if (lines.length > 0) return { kind: 'line', lines };
  const points = simpleParts(geometry).flatMap(pointsOf);
  return points.length > 0 ? { kind: 'multipoint', points } : null;
}

function linesOf(geometry: Geometry): readonly Line[] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}

function pointsOf(geometry: Geometry): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'MultiPoint' ? geometry.coordinates : [];
}
