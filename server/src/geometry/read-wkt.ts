import { type Geometry, type Position, type SimpleGeometry, coordinateDepth, deepestCollection } from './geojson.ts';
import { ringProblem } from './read-geojson.ts';

/** Says where in the text the geometry went wrong, and why. */
export class WktError extends Error {
  override readonly name = 'WktError';
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

type Cursor = { readonly text: string; offset: number; vertices: number; readonly maxVertices: number };
type Nested = Position | readonly Nested[];

const types = [...Object.keys(coordinateDepth), 'GeometryCollection'] as Geometry['type'][];
// Some write the letter for heights as a part of the word.
const typeNames = new Map<string, Geometry['type']>(
  types.flatMap((type) => [type.toUpperCase(), `${type.toUpperCase()}Z`].map((name) => [name, type] as const)),
);

/** The geometry type that a word of well-known text stands for, in any case. */
export const wktType = (word: string): Geometry['type'] | undefined => typeNames.get(word.toUpperCase());

/** A pattern of one blank; with the next line of Unicode, which CQL2 has among its blanks and patterns have not. */
export const blank = String.raw`[\s\u0085]`;
const space = new RegExp(`${blank}*`, 'y');
const word = /[A-Za-z]+/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** Reads one geometry that starts at the offset; `end` is where the rest of the text begins. */
export function readWktAt(text: string, offset: number, maxVertices = Infinity): { geometry: Geometry; end: number } {
  const cursor: Cursor = { text, offset, vertices: 0, maxVertices };
  const geometry = readGeometry(cursor, 0);
  return { geometry, end: cursor.offset };
}

/** Reads a text that is one geometry and nothing else. */
export function readWkt(text: string): Geometry {
  const { geometry, end } = readWktAt(text, 0);
  if (text.slice(end).trim() !== '') throw new WktError('unexpected text after the geometry', end);
  return geometry;
}

function readGeometry(cursor: Cursor, depth: number): Geometry {
  skipSpace(cursor);
  const start = cursor.offset;
  const name = take(cursor, word);
  const type = name === null ? undefined : wktType(name);
  if (type === undefined) throw new WktError('expected a geometry such as POINT or POLYGON', start);
  const afterType = cursor.offset;
  skipSpace(cursor);
  if (take(cursor, word)?.toUpperCase() !== 'Z') cursor.offset = afterType;
  if (type === 'GeometryCollection') return { type, geometries: readCollection(cursor, start, depth) };
  return { type, coordinates: readCoordinates(cursor, type) } as SimpleGeometry;
}

function readCollection(cursor: Cursor, start: number, depth: number): readonly Geometry[] {
  if (depth >= deepestCollection) throw new WktError('collections are nested too deeply', start);
  return isEmpty(cursor) ? [] : readList(cursor, () => readGeometry(cursor, depth + 1));
}

function readCoordinates(cursor: Cursor, type: SimpleGeometry['type']): Nested {
  if (type === 'Point') return readPointText(cursor);
  if (isEmpty(cursor)) return [];
  if (type === 'MultiPoint')
    return readList(cursor, () => (peek(cursor) === '(' ? readPointText(cursor) : readPosition(cursor)));
  if (type === 'LineString') return readLine(cursor);
  if (type === 'MultiLineString') return readList(cursor, () => readLine(cursor));
  if (type === 'Polygon') return readList(cursor, () => readRing(cursor));
  return readList(cursor, () => (isEmpty(cursor) ? [] : readList(cursor, () => readRing(cursor))));
}

function readPointText(cursor: Cursor): Position {
  expect(cursor, '(');
  const position = readPosition(cursor);
  expect(cursor, ')');
  return position;
}

function readLine(cursor: Cursor): readonly Position[] {
  if (isEmpty(cursor)) return [];
  const start = cursor.offset;
  const line = readList(cursor, () => readPosition(cursor));
  if (line.length < 2) throw new WktError('a line needs at least two positions', start);
  return line;
}

function readRing(cursor: Cursor): readonly Position[] {
  if (isEmpty(cursor)) return [];
  const start = cursor.offset;
  const ring = readList(cursor, () => readPosition(cursor));
  const problem = ringProblem(ring);
  if (problem !== null) throw new WktError(problem, start);
  return ring;
}

function readList<T>(cursor: Cursor, readOne: () => T): readonly T[] {
  expect(cursor, '(');
  const list = [readOne()];
  while (peek(cursor) === ',') {
    cursor.offset++;
    list.push(readOne());
  }
  expect(cursor, ')', list.length > 0 ? "',' or ')'" : undefined);
  return list;
}

function readPosition(cursor: Cursor): Position {
  skipSpace(cursor);
  if (++cursor.vertices > cursor.maxVertices)
    throw new WktError(`the geometry has more than ${cursor.maxVertices} vertices`, cursor.offset);
  const position = [readNumber(cursor), readNumber(cursor)];
  const next = peek(cursor);
  if (next !== ',' && next !== ')' && next !== '') position.push(readNumber(cursor));
  return position;
}

function readNumber(cursor: Cursor): number {
  skipSpace(cursor);
  const start = cursor.offset;
  const text = take(cursor, number);
  const value = Number(text ?? NaN);
  if (!Number.isFinite(value)) throw new WktError('expected a number', start);
  return value + 0;
}

function isEmpty(cursor: Cursor): boolean {
  skipSpace(cursor);
  const start = cursor.offset;
  if (take(cursor, word)?.toUpperCase() === 'EMPTY') return true;
  cursor.offset = start;
  return false;
}

function peek(cursor: Cursor): string {
  skipSpace(cursor);
  return cursor.text.charAt(cursor.offset);
}

function expect(cursor: Cursor, sign: string, wanted = `'${sign}'`): void {
  if (peek(cursor) !== sign) throw new WktError(`expected ${wanted}`, cursor.offset);
  cursor.offset++;
}

function skipSpace(cursor: Cursor): void {
  take(cursor, space);
}

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.offset;
  const match = pattern.exec(cursor.text);
  if (match === null) return null;
  cursor.offset = pattern.lastIndex;
  return match[0];
}
