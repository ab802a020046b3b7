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

/** The rings of each polygon; points and lines have none. */
export const polygonsOf = (geometry: Geometry): readonly Polygon['coordinates'][] =>
  simpleParts(geometry).flatMap((part) => {
    if (part.type === 'Polygon') return [part.coordinates];
    return part.type === 'MultiPolygon' ? part.coordinates : [];
  });

/** Calls back for every position, in order. */
export function eachPosition(geometry: Geometry, visit: (position: Position) => void): void {
  if (geometry.type !== 'GeometryCollection') visitNested(geometry.coordinates, coordinateDepth[geometry.type], visit);
  else for (const part of geometry.geometries) eachPosition(part, visit);
}

type Nested = Position | readonly Nested[];

function visitNested(nested: Nested, depth: number, visit: (position: Position) => void): void {
  if (depth === 0) visit(nested as Position);
  else for (const inner of nested as readonly Nested[]) visitNested(inner, depth - 1, visit);
}

/** Whether parsed JSON has the form of a geometry: a cheap look for stored items, which were read strictly once. */
export function isGeometry(value: unknown, depth = 0): value is Geometry {
  if (typeof value !== 'object' || value === null || depth > deepestCollection) return false;
  const { type, coordinates, geometries } = value as Record<string, unknown>;
  if (type === 'GeometryCollection')
    return Array.isArray(geometries) && geometries.every((part) => isGeometry(part, depth + 1));
  if (typeof type !== 'string' || !Object.hasOwn(coordinateDepth, type)) return false;
  return areCoordinates(coordinates, coordinateDepth[type as SimpleGeometry['type']]);
}

function areCoordinates(nested: unknown, depth: number): boolean {
  if (!Array.isArray(nested)) return false;
  if (depth === 0) return Number.isFinite(nested[0]) && Number.isFinite(nested[1]);
  for (const inner of nested) if (!areCoordinates(inner, depth - 1)) return false;
  return true;
}
