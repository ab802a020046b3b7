import type { ByteValues } from './byte-values.ts';
import { type GrowingBytes, appendInteger, reserve } from './growing.ts';

const codes: Readonly<Record<string, number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
};
const collectionCode = 7;
const heightCode = 1_000;
const deepest = 8;

/** What all geometries of a column have in common. */
export type GeometrySummary = {
  readonly types: Set<string>;
  readonly box: { west: number; south: number; east: number; north: number };
};

export const emptySummary = (): GeometrySummary => ({
  types: new Set(),
  box: { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity },
});

type Loose = { readonly type?: unknown; readonly coordinates?: unknown; readonly geometries?: unknown };

/** Writes the well-known binary of a geometry, with heights where all positions have one; false where it has none. */
export function appendGeometry(values: ByteValues, geometry: Loose, summary: GeometrySummary): boolean {
  const size = positionSize(geometry);
  return size !== 0 && append(values, geometry, size, summary);
}

/** The same of a geometry of which not all positions have as many numbers: heights are left out. */
export const appendFlat = (values: ByteValues, geometry: Loose, summary: GeometrySummary): boolean =>
  append(values, geometry, 'flat', summary);

/** How many numbers positions have; of flat ones the first two count. */
type Size = 2 | 3 | 'flat';

function append({ data, ends }: ByteValues, geometry: Loose, size: Size, summary: GeometrySummary): boolean {
  const start = data.length;
  reserve(data, 4);
  data.length += 4;
  if (!putGeometry(data, geometry, size, summary.box, 0)) {
    data.length = start;
    return false;
  }
  data.bytes.writeUInt32LE(data.length - start - 4, start);
  appendInteger(ends, data.length);
  summary.types.add(size === 3 ? `${String(geometry.type)} Z` : String(geometry.type));
  return true;
}

/** Of the first position; two where there is none. */
function positionSize(geometry: Loose): 0 | 2 | 3 {
  let inner: unknown = geometry;
  for (let depth = 0; depth < deepest && inner !== null && typeof inner === 'object' && !Array.isArray(inner); depth++)
    inner =
      (inner as Loose).type === 'GeometryCollection'
        ? firstOf((inner as Loose).geometries)
        : (inner as Loose).coordinates;
  while (Array.isArray(inner) && Array.isArray(inner[0])) inner = inner[0] as unknown;
  if (!Array.isArray(inner) || inner.length === 0) return 2;
  return inner.length === 2 ? 2 : inner.length === 3 ? 3 : 0;
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list[0] as unknown) : undefined);

type Box = GeometrySummary['box'];

function putGeometry(data: GrowingBytes, geometry: Loose, size: Size, box: Box, depth: number): boolean {
  if (geometry === null || typeof geometry !== 'object') return false;
  const { type } = geometry;
  if (type === 'GeometryCollection') {
    putHead(data, collectionCode, size);
    const put = (part: unknown) => putGeometry(data, part as Loose, size, box, depth + 1);
    return depth < deepest && putList(data, geometry.geometries, put);
  }
  const code = typeof type === 'string' && Object.hasOwn(codes, type) ? codes[type]! : 0;
  return code !== 0 && putSimple(data, code, geometry.coordinates, size, box);
}

function putSimple(data: GrowingBytes, code: number, coordinates: unknown, size: Size, box: Box): boolean {
  putHead(data, code, size);
  const line = (positions: unknown) => putList(data, positions, (position) => putPosition(data, position, size, box));
  if (code === 1) return putPosition(data, coordinates, size, box);
  if (code === 2) return line(coordinates);
  if (code === 3) return putList(data, coordinates, line);
  return putList(data, coordinates, (part) => putSimple(data, code - 3, part, size, box));
}

export function putHead(data: GrowingBytes, code: number, size: Size): void {
  const bytes = reserve(data, 5);
  bytes[data.length++] = 1;
  data.length = bytes.writeUInt32LE(size === 3 ? code + heightCode : code, data.length);
}

function putList(data: GrowingBytes, list: unknown, put: (one: unknown) => boolean): boolean {
  if (!Array.isArray(list)) return false;
  const bytes = reserve(data, 4);
  data.length = bytes.writeUInt32LE(list.length, data.length);
  for (const one of list as readonly unknown[]) if (!put(one)) return false;
  return true;
}

function putPosition(data: GrowingBytes, position: unknown, size: Size, box: Box): boolean {
  if (!Array.isArray(position) || (size === 'flat' ? position.length < 2 : position.length !== size)) return false;
  const axes = size === 'flat' ? 2 : size;
  const bytes = reserve(data, axes * 8);
  for (let axis = 0; axis < axes; axis++) {
    const value: unknown = position[axis];
    if (typeof value !== 'number') return false;
    data.length = bytes.writeDoubleLE(value, data.length);
  }
  widenBox(box, position[0] as number, position[1] as number);
  return true;
}

export function widenBox(box: Box, x: number, y: number): void {
  if (x < box.west) box.west = x;
  if (x > box.east) box.east = x;
  if (y < box.south) box.south = y;
  if (y > box.north) box.north = y;
}
