import { wktType } from '../../../geometry/read-wkt.ts';
import { boxOfCorners } from '../box-of-corners.ts';
import { type Cursor, advance, expect, failHere, take } from '../cql2-text-cursor.ts';
import { numberOf, readGeometry, readSignedNumber } from '../cql2-text-literals.ts';
import { type Crs, crsOfCode, lonLat } from '../crs-names.ts';
import { geometryInDegrees, isOnEarth, orderedGeometry, outsideItsCrs } from '../ordered-geometry.ts';
import { readInstant } from '../typed/instants.ts';
import { type Operand, computedOperand, literalOperand } from '../typed/operand.ts';
import { type EcqlCursor, failingAt, found, isFollowedBy, nextToken } from './cursor.ts';

/** Whether a geometry is written here, not an attribute or a function. */
export function isAtGeometry(cursor: EcqlCursor): boolean {
  const { type, key } = cursor.token;
  if (type !== 'word') return false;
  if (key === 'srid') return isFollowedBy(cursor, '=');
  if (key === 'envelope') return isFollowedBy(cursor, '(') && isNumberAfterParenthesis(cursor);
  return wktType(key) !== undefined && (isFollowedBy(cursor, '(') || ['empty', 'z'].includes(nextToken(cursor).key));
}

/** `ENVELOPE(1, 2, 4, 3)` is a geometry, `envelope(featureGeometry)` a function. */
const isNumberAfterParenthesis = ({ source, token }: EcqlCursor): boolean =>
  /^[ \t\r\n\f]*\([ \t\r\n\f]*[-+.\d]/.test(source.slice(token.end, token.end + 100));

export function readGeometryLiteral(cursor: EcqlCursor): Operand {
  const { offset, text, key } = cursor.token;
  const fail = failingAt(cursor, offset);
  if (key === 'envelope') return computedOperand(readEnvelope(cursor), 'geometry', 'ENVELOPE', fail);
  const crs = key === 'srid' ? readSrid(cursor) : null;
  const node = readGeometry(cursor, cursor.token.offset);
  if (node.kind !== 'geometry') return fail('expected a geometry');
  const geometry =
    crs === null ? orderedGeometry(node.value, cursor.reading.isLatLon) : geometryInDegrees(node.value, crs);
  if (!isOnEarth(geometry)) fail(outsideItsCrs);
  return computedOperand({ kind: 'geometry', value: geometry }, 'geometry', text.toUpperCase(), fail);
}

/** `SRID=4326;` before the geometry: degrees are then longitude, latitude. */
function readSrid(cursor: EcqlCursor): Crs {
  advance(cursor);
  expect(cursor, '=');
  const { offset, type, text } = cursor.token;
  if (type !== 'number' || !/^\d{1,6}$/.test(text))
    failHere(cursor, `expected the number of a CRS but found ${found(cursor)}`);
  advance(cursor);
  const crs =
    crsOfCode(Number(text), false) ?? failingAt(cursor, offset)(`there is no CRS EPSG:${text} here`, 'unknownName');
  expect(cursor, ';');
  return crs;
}

/** West, east, north, south, whatever the order of the request. */
function readEnvelope(cursor: EcqlCursor): { kind: 'bbox'; value: readonly number[] } {
  advance(cursor);
  expect(cursor, '(');
  const west = readSignedNumber(cursor);
  const [east, north, south] = [nextNumber(cursor), nextNumber(cursor), nextNumber(cursor)];
  expect(cursor, ')');
  return { kind: 'bbox', value: boxOfCorners([west, south, east, north], lonLat) };
}

export function nextNumber(cursor: Cursor): number {
  expect(cursor, ',');
  return readSignedNumber(cursor);
}

/** A text, number, time, TRUE or FALSE at the cursor; null when there is none of them. */
export function readLiteral(cursor: EcqlCursor): Operand | null {
  const { type, text, key, offset } = cursor.token;
  const fail = failingAt(cursor, offset);
  if (type === 'text') {
    advance(cursor);
    return literalOperand({ kind: 'text', text }, fail);
  }
  if (type === 'instant') {
    const value = readInstant(text) ?? fail(`${text} is no real time`);
    advance(cursor);
    return literalOperand({ kind: 'instant', text, value }, fail);
  }
  if (type === 'word' && (key === 'true' || key === 'false')) {
    advance(cursor);
    return literalOperand({ kind: 'boolean', text: key, value: key === 'true' }, fail);
  }
  return readNumber(cursor);
}

function readNumber(cursor: EcqlCursor): Operand | null {
  const { offset } = cursor.token;
  const isNegative = take(cursor, '-');
  const { type, text } = cursor.token;
  if (type !== 'number') return isNegative ? failHere(cursor, 'expected a number after the minus') : null;
  const value = numberOf(cursor, isNegative);
  return literalOperand({ kind: 'number', text: `${isNegative ? '-' : ''}${text}`, value }, failingAt(cursor, offset));
}
