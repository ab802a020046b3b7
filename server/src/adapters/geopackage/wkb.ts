import type { Geometry, Position, SimpleGeometry } from '../../geometry/geojson.ts';

const typeCodes: Readonly<Record<Geometry['type'], number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
};

/** Of the byte order and the type. */
const headLength = 5;
const countLength = 4;
const positionLength = 16;

/** Well-known binary in two dimensions, little end first. */
export function writeWkb(geometry: Geometry, bytes: Buffer, offset: number): number {
  bytes[offset] = 1;
  const start = bytes.writeUInt32LE(typeCodes[geometry.type], offset + 1);
  if (geometry.type === 'Point') return writePosition(geometry.coordinates, bytes, start);
  if (geometry.type === 'LineString') return writeLine(geometry.coordinates, bytes, start);
  if (geometry.type === 'Polygon') return writeList(geometry.coordinates, writeLine, bytes, start);
  return writeList(membersOf(geometry), writeWkb, bytes, start);
}

export function wkbLength(geometry: Geometry): number {
  if (geometry.type === 'Point') return headLength + positionLength;
  if (geometry.type === 'LineString') return headLength + lineLength(geometry.coordinates);
  if (geometry.type === 'Polygon') return headLength + countLength + sumOf(geometry.coordinates, lineLength);
  return headLength + countLength + sumOf(membersOf(geometry), wkbLength);
}

type Composite = Exclude<Geometry, { readonly type: 'Point' | 'LineString' | 'Polygon' }>;

function membersOf(geometry: Composite): readonly Geometry[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries;
  const type = geometry.type.slice('Multi'.length);
  return geometry.coordinates.map((coordinates) => ({ type, coordinates }) as SimpleGeometry);
}

const lineLength = (line: readonly Position[]): number => countLength + positionLength * line.length;

const sumOf = <T>(list: readonly T[], lengthOf: (one: T) => number): number =>
  list.reduce((sum, one) => sum + lengthOf(one), 0);

type Write<T> = (one: T, bytes: Buffer, offset: number) => number;

function writeList<T>(list: readonly T[], write: Write<T>, bytes: Buffer, offset: number): number {
  return list.reduce((end, one) => write(one, bytes, end), bytes.writeUInt32LE(list.length, offset));
}

const writeLine: Write<readonly Position[]> = (line, bytes, offset) => writeList(line, writePosition, bytes, offset);

const writePosition: Write<Position> = ([x, y], bytes, offset) =>
  bytes.writeDoubleLE(y!, bytes.writeDoubleLE(x!, offset));
