import type { Position } from 'geojson';
import { type Area, AreaProblem, areaOf, mostCorners } from './area.ts';

type Cursor = { readonly text: string; at: number; corners: number };

const space = /\s*/y;
const word = /[A-Za-z]+/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** POLYGON or MULTIPOLYGON, also with heights and measures, which are dropped, and with `SRID=4326;` before it. */
export function readWktArea(text: string): Area {
  const cursor: Cursor = { text, at: 0, corners: 0 };
  readSrid(cursor);
  const start = cursor.at;
  // QGIS writes PolygonZ in one word.
  const type = take(cursor, word)
    ?.toUpperCase()
    .replace(/(?<=^(?:MULTI)?POLYGON)(?:Z|M|ZM)$/, '');
  if (type !== 'POLYGON' && type !== 'MULTIPOLYGON')
    return stop(start, `${type ?? 'this'} is no area: POLYGON and MULTIPOLYGON are`);
  readDimension(cursor);
  const readPolygon = () => readList(cursor, () => readList(cursor, () => readPosition(cursor)));
  const polygons = type === 'POLYGON' ? [readPolygon()] : readList(cursor, readPolygon);
  if (peek(cursor) !== '') stop(cursor.at, 'the area has ended, but the text goes on');
  return areaOf(polygons);
}

function readSrid(cursor: Cursor): void {
  const srid = /^SRID\s*=\s*(\d+)\s*;\s*/i.exec(cursor.text);
  if (srid === null) return;
  if (srid[1] !== '4326') stop(0, `SRID ${srid[1]} is not taken: only 4326, longitude and latitude`);
  cursor.at = srid[0].length;
}

/** Z, M and ZM say what stands behind the first two numbers. */
function readDimension(cursor: Cursor): void {
  skip(cursor);
  const start = cursor.at;
  const dimension = take(cursor, word)?.toUpperCase();
  if (dimension === 'EMPTY') stop(start, 'the area is empty');
  if (dimension !== undefined && !/^(Z|M|ZM)$/.test(dimension)) stop(start, `'${dimension}' is not expected`);
}

function readList<T>(cursor: Cursor, readOne: () => T): readonly T[] {
  expect(cursor, '(');
  const list = [readOne()];
  while (peek(cursor) === ',') {
    cursor.at++;
    list.push(readOne());
  }
  expect(cursor, ')');
  return list;
}

function readPosition(cursor: Cursor): Position {
  if (++cursor.corners > mostCorners) stop(cursor.at, `more than ${mostCorners.toLocaleString('en')} corners`);
  const numbers = [readNumber(cursor), readNumber(cursor)];
  while (/[-+.\d]/.test(peek(cursor)) && numbers.length < 4) numbers.push(readNumber(cursor));
  return numbers;
}

function readNumber(cursor: Cursor): number {
  skip(cursor);
  const start = cursor.at;
  const value = Number(take(cursor, number) ?? NaN);
  return Number.isFinite(value) ? value : stop(start, 'a number is expected');
}

function peek(cursor: Cursor): string {
  skip(cursor);
  return cursor.text.charAt(cursor.at);
}

function expect(cursor: Cursor, sign: string): void {
  if (peek(cursor) !== sign) stop(cursor.at, sign === ')' ? "',' or ')' is expected" : `'${sign}' is expected`);
  cursor.at++;
}

const skip = (cursor: Cursor): void => void take(cursor, space);

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match === null) return null;
  cursor.at = pattern.lastIndex;
  return match[0];
}

function stop(at: number, reason: string): never {
  throw new AreaProblem(`Well-known text, character ${at + 1}: ${reason}.`);
}
