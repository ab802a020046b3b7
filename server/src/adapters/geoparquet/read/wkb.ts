import type { Json } from '../json.ts';
import { BadValue } from './refuse.ts';

const simple = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];
const heightFlag = 0x8000_0000;
const measureFlag = 0x4000_0000;
const sridFlag = 0x2000_0000;
const deepest = 16;

type Cursor = { readonly bytes: Buffer; at: number };

/** GeoJSON of well-known binary, ISO's or extended; measures are left out. Throws `BadValue`. */
export function readWkb(bytes: Buffer): Json {
  const cursor = { bytes, at: 0 };
  try {
    return readGeometry(cursor, 0);
  } catch (error) {
    if (error instanceof RangeError) throw new BadValue('a geometry that ends too early');
    throw error;
  }
}

function readGeometry(cursor: Cursor, depth: number): { readonly [name: string]: Json } {
  if (depth > deepest) throw new BadValue('a geometry nested too deep');
  const isLittle = cursor.bytes.readUInt8(cursor.at) === 1;
  const head = uint32(cursor, cursor.at + 1, isLittle);
  cursor.at += 5;
  if ((head & sridFlag) !== 0) cursor.at += 4;
  const code = (head & 0x0fff_ffff) % 1_000;
  const dimensions = Math.floor((head & 0x0fff_ffff) / 1_000);
  const hasHeight = (head & heightFlag) !== 0 || dimensions === 1 || dimensions === 3;
  const hasMeasure = (head & measureFlag) !== 0 || dimensions === 2 || dimensions === 3;
  const position = () => readPosition(cursor, isLittle, hasHeight, hasMeasure);
  const many = <T>(read: () => T, least: number) => readMany(cursor, isLittle, least, read);
  const line = () => many(position, 16);
  const part = () => readGeometry(cursor, depth + 1);
  if (code === 7) return { type: 'GeometryCollection', geometries: many(part, 5) };
  const type = simple[code - 1];
  if (type === undefined) throw new BadValue(`a geometry of type ${code}`);
  if (code === 1) return { type, coordinates: position() };
  if (code === 2) return { type, coordinates: line() };
  if (code === 3) return { type, coordinates: many(line, 4) };
  return { type, coordinates: many(() => part()['coordinates']!, 5) };
}

const uint32 = ({ bytes }: Cursor, at: number, isLittle: boolean): number =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

function readMany<T>(cursor: Cursor, isLittle: boolean, least: number, read: () => T): readonly T[] {
  const count = uint32(cursor, cursor.at, isLittle);
  cursor.at += 4;
  if (count * least > cursor.bytes.length - cursor.at) throw new BadValue('a geometry that ends too early');
  return Array.from({ length: count }, read);
}

function readPosition(cursor: Cursor, isLittle: boolean, hasHeight: boolean, hasMeasure: boolean): readonly number[] {
  const size = hasHeight ? 3 : 2;
  const position: number[] = [];
  for (let axis = 0; axis < size; axis++, cursor.at += 8)
    position.push(isLittle ? cursor.bytes.readDoubleLE(cursor.at) : cursor.bytes.readDoubleBE(cursor.at));
  if (hasMeasure) cursor.at += 8;
  return position.some((value) => Number.isNaN(value)) ? [] : position;
}
