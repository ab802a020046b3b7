import { type Geometry, type Position, type SimpleGeometry, coordinateDepth, deepestCollection } from './geojson.ts';
import { crsRule, foreignCrs } from './legacy-crs.ts';

/** Says which member of a GeoJSON geometry is wrong, and why. */
export class GeoJsonError extends Error {
  override readonly name = 'GeoJsonError';
  /** JSON Pointer below the geometry. */
  readonly path: string;

  constructor(reason: string, path: string) {
    super(reason);
    this.path = path;
  }
}

type Limits = { readonly maxVertices: number };
type Budget = { vertices: number; readonly most: number };

/** Reads a geometry from parsed JSON: right types, finite numbers, closed rings; not yet topological validity. */
export function readGeoJson(value: unknown, limits: Limits = { maxVertices: Infinity }): Geometry {
  return readGeometry(value, '', { vertices: 0, most: limits.maxVertices }, 0);
}

function readGeometry(value: unknown, path: string, budget: Budget, depth: number): Geometry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GeoJsonError('expected a GeoJSON geometry', path);
  const { type, coordinates, geometries, crs } = value as Record<string, unknown>;
  const foreign = foreignCrs(crs);
  if (foreign !== null) throw new GeoJsonError(crsRule(foreign), `${path}/crs`);
  if (type === 'GeometryCollection') return readCollection(geometries, path, budget, depth);
  if (typeof type !== 'string' || !Object.hasOwn(coordinateDepth, type))
    throw new GeoJsonError(`${JSON.stringify(type) ?? 'nothing'} is not a geometry type`, `${path}/type`);
  const simple = type as SimpleGeometry['type'];
  const isPlain = arePlain(coordinates, coordinateDepth[simple], budget);
  const read = isPlain ? coordinates : readNested(coordinates, `${path}/coordinates`, coordinateDepth[simple], budget);
  checkCounts(simple, read as Nested, `${path}/coordinates`);
  const isGiven = isPlain && Object.keys(value).join() === 'type,coordinates';
  return (isGiven ? value : { type: simple, coordinates: read }) as SimpleGeometry;
}

function readCollection(geometries: unknown, path: string, budget: Budget, depth: number): Geometry {
  if (!Array.isArray(geometries)) throw new GeoJsonError('expected an array of geometries', `${path}/geometries`);
  if (depth >= deepestCollection) throw new GeoJsonError('collections are nested too deeply', path);
  const parts = geometries.map((part, i) => readGeometry(part, `${path}/geometries/${i}`, budget, depth + 1));
  return { type: 'GeometryCollection', geometries: parts };
}

type Nested = Position | readonly Nested[];

/** Whether reading them would change and refuse nothing: most are, so that they are neither copied nor named. */
function arePlain(value: unknown, depth: number, budget: Budget): boolean {
  const before = budget.vertices;
  const isPlain = isPlainNested(value, depth, budget);
  if (!isPlain) budget.vertices = before;
  return isPlain;
}

function isPlainNested(value: unknown, depth: number, budget: Budget): boolean {
  if (!Array.isArray(value)) return false;
  if (depth > 0) {
    for (const inner of value) if (!isPlainNested(inner, depth - 1, budget)) return false;
    return true;
  }
  const { length } = value;
  if (++budget.vertices > budget.most || length < 2 || length > 3) return false;
  return isPlainNumber(value[0]) && isPlainNumber(value[1]) && (length === 2 || isPlainNumber(value[2]));
}

const isPlainNumber = (value: unknown): boolean => Number.isFinite(value) && !Object.is(value, -0);

function readNested(value: unknown, path: string, depth: number, budget: Budget): Nested {
  if (!Array.isArray(value)) throw new GeoJsonError('expected an array', path);
  if (depth === 0) return readPosition(value, path, budget);
  return value.map((inner, i) => readNested(inner, `${path}/${i}`, depth - 1, budget));
}

function readPosition(value: readonly unknown[], path: string, budget: Budget): Position {
  if (++budget.vertices > budget.most)
    throw new GeoJsonError(`the geometry has more than ${budget.most} vertices`, path);
  if (value.length < 2) throw new GeoJsonError('a position needs two or three numbers', path);
  return value.slice(0, 3).map((number, i) => {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw new GeoJsonError('expected a number', `${path}/${i}`);
    return number + 0;
  });
}

function checkCounts(type: SimpleGeometry['type'], nested: Nested, path: string): void {
  const lists = nested as readonly Nested[];
  if (type === 'LineString') checkLine(lists as readonly Position[], path);
  if (type === 'MultiLineString') lists.forEach((line, i) => checkLine(line as readonly Position[], `${path}/${i}`));
  if (type === 'Polygon') lists.forEach((ring, i) => checkRing(ring as readonly Position[], `${path}/${i}`));
  if (type === 'MultiPolygon') lists.forEach((polygon, i) => checkCounts('Polygon', polygon, `${path}/${i}`));
}

function checkLine(line: readonly Position[], path: string): void {
  if (line.length === 1) throw new GeoJsonError('a line needs at least two positions', path);
}

function checkRing(ring: readonly Position[], path: string): void {
  const problem = ringProblem(ring);
  if (problem !== null) throw new GeoJsonError(problem, path);
}

/** Why the positions are no ring, or null; an empty ring is one. */
export function ringProblem(ring: readonly Position[]): string | null {
  const first = ring[0];
  const last = ring.at(-1);
  if (first === undefined || last === undefined) return null;
  if (ring.length < 4) return 'a ring needs at least four positions';
  return first[0] === last[0] && first[1] === last[1] ? null : 'the ring is not closed: first and last position differ';
}
