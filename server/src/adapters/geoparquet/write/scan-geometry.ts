import type { ByteValues } from './byte-values.ts';
import { type GrowingBytes, appendInteger, reserve } from './growing.ts';
import { type Scan, isAhead, takeNumber, toNext } from './scan.ts';
import { viewedText } from './viewed-bytes.ts';
import { type GeometrySummary, putHead, widenBox } from './wkb.ts';

const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];

const typeKey = viewedText('"type"');
const coordinatesKey = viewedText('"coordinates"');

/** By how often they are met. */
const types = (['Polygon', 'MultiPolygon', 'Point', 'LineString', 'MultiPoint', 'MultiLineString'] as const).map(
  (name) => ({ name, text: viewedText(`"${name}"`), code: codeOf(name) }),
);

function codeOf(name: string): number {
  return ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'].indexOf(name) + 1;
}

/** A geometry as nearly all are written, straight from its JSON; false, with nothing done, for the others. */
export function scanGeometry({ data, ends }: ByteValues, scan: Scan, { types: met, box }: GeometrySummary): boolean {
  const [from, start] = [scan.at, data.length];
  const type = takeType(scan);
  reserve(data, 4);
  data.length += 4;
  if (type === null || !scanSimple(data, scan, type.code, box) || toNext(scan) !== closeBrace) {
    [scan.at, data.length] = [from, start];
    return false;
  }
  scan.at++;
  data.bytes.writeUInt32LE(data.length - start - 4, start);
  appendInteger(ends, data.length);
  met.add(type.name);
  return true;
}

/** Of two members, the type and then the positions, up to where those begin. */
function takeType(scan: Scan): (typeof types)[number] | null {
  if (toNext(scan) !== openBrace) return null;
  scan.at++;
  toNext(scan);
  if (!isAhead(scan, typeKey)) return null;
  scan.at += typeKey.bytes.length;
  toNext(scan);
  const type = types.find(({ text }) => isAhead(scan, text)) ?? null;
  if (type === null) return null;
  scan.at += type.text.bytes.length;
  toNext(scan);
  if (!isAhead(scan, coordinatesKey)) return null;
  scan.at += coordinatesKey.bytes.length;
  return type;
}

type Box = GeometrySummary['box'];

function scanSimple(data: GrowingBytes, scan: Scan, code: number, box: Box): boolean {
  putHead(data, code, 2);
  if (code === 1) return scanPosition(data, scan, box);
  return scanList(data, scan, code, box);
}

/** `code` is that of what the list makes: a ring of a polygon is a line. */
function scanList(data: GrowingBytes, scan: Scan, code: number, box: Box): boolean {
  if (toNext(scan) !== openBracket) return false;
  scan.at++;
  const place = data.length;
  reserve(data, 4);
  data.length += 4;
  let count = 0;
  for (; toNext(scan) !== closeBracket; count++) {
    const isGood =
      code === 2
        ? scanPosition(data, scan, box)
        : code === 3
          ? scanList(data, scan, 2, box)
          : scanSimple(data, scan, code - 3, box);
    if (!isGood) return false;
  }
  scan.at++;
  data.bytes.writeUInt32LE(count, place);
  return true;
}

function scanPosition(data: GrowingBytes, scan: Scan, box: Box): boolean {
  if (toNext(scan) !== openBracket) return false;
  scan.at++;
  toNext(scan);
  const x = takeNumber(scan);
  toNext(scan);
  const y = takeNumber(scan);
  if (Number.isNaN(x) || Number.isNaN(y) || toNext(scan) !== closeBracket) return false;
  scan.at++;
  reserve(data, 16);
  data.view.setFloat64(data.length, x, true);
  data.view.setFloat64(data.length + 8, y, true);
  data.length += 16;
  widenBox(box, x, y);
  return true;
}
