/** Longitude, latitude and sometimes a height, which predicates ignore. */
export type Position = readonly number[];

export type Point = { readonly type: 'Point'; readonly coordinates: Position };
export type MultiPoint = { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] };
export type LineString = { readonly type: 'LineString'; readonly coordinates: readonly Position[] };
export type MultiLineString = {
  readonly type: 'MultiLineString';
  readonly coordinates: readonly (readonly Position[])[];
};
export type Polygon = { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };
export type MultiPolygon = {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly Position[])[])[];
};
export type GeometryCollection = { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** A geometry without parts that are collections. */
export type SimpleGeometry = Point | MultiPoint | LineString | MultiLineString | Polygon | MultiPolygon;
export type Geometry = SimpleGeometry | GeometryCollection;
export type GeometryType = Geometry['type'];

/** How deep the arrays of `coordinates` are nested around a position. */
export const coordinateDepth: Readonly<Record<SimpleGeometry['type'], number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Collections may hold collections, but not without end. */
export const deepestCollection = 8;

/** The geometry's parts that are no collections. */
export function simpleParts(geometry: Geometry): readonly SimpleGeometry[] {
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(simpleParts) : [geometry];
}

/** Calls back for every position, in order. */
export function eachPosition(geometry: Geometry, visit: (position: Position) => void): void {
  for (const part of simpleParts(geometry)) visitNested(part.coordinates, coordinateDepth[part.type], visit);
}

type Nested = Position | readonly Nested[];

function visitNested(nested: Nested, depth: number, visit: (position: Position) => void): void {
  if (depth === 0) visit(nested as Position);
  else for (const inner of nested as readonly Nested[]) visitNested(inner, depth - 1, visit);
}
