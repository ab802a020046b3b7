import { type ViewedBytes, areSame, nextQuote, viewOf } from './viewed-bytes.ts';

/** A place in the JSON of an item, of which it is known that it is JSON. */
export type Scan = {
  bytes: Buffer;
  view: DataView;
  at: number;
  /** Whether a text of it may have escapes. */
  hasEscapes: boolean;
};

const quote = 34;
const backslash = 92;

export function newScan(): Scan {
  const bytes = Buffer.alloc(0);
  return { bytes, view: viewOf(bytes), at: 0, hasEscapes: false };
}

export function beginScan(scan: Scan, bytes: Buffer): void {
  scan.bytes = bytes;
  scan.view = viewOf(bytes);
  scan.at = 0;
  scan.hasEscapes = bytes.includes(backslash);
}

/** Passes over blanks, and over the comma or colon before what follows; gives the byte that it begins with. */
export function toNext(scan: Scan): number {
  const { bytes } = scan;
  let byte = bytes[scan.at]!;
  while (byte <= 32 || byte === 44 || byte === 58) byte = bytes[++scan.at]!;
  return byte;
}

/** Whether these bytes come next. */
export function isAhead({ bytes, view, at }: Scan, text: ViewedBytes): boolean {
  const { length } = text.bytes;
  return at + length <= bytes.length && areSame(text.view, 0, view, at, length);
}

/** Of a text that begins here: where its last byte is, behind which the scan goes on; negative where it has escapes. */
export function passText(scan: Scan): number {
  const { bytes } = scan;
  let at = scan.at + 1;
  let hasEscapes = false;
  if (!scan.hasEscapes) {
    at = nextQuote(scan, at);
    if (at === bytes.length) throw new SyntaxError('a text without an end');
    scan.at = at + 1;
    return at;
  }
  for (let byte = bytes[at]; byte !== quote; byte = bytes[at]) {
    if (byte === backslash) {
      hasEscapes = true;
      at++;
    }
    if (++at >= bytes.length) throw new SyntaxError('a text without an end');
  }
  scan.at = at + 1;
  return hasEscapes ? -at : at;
}

/** Passes over whatever begins here. */
export function passValue(scan: Scan): void {
  const { bytes } = scan;
  const first = toNext(scan);
  if (first === quote) {
    passText(scan);
    return;
  }
  if (first !== 123 && first !== 91) {
    passBare(scan);
    return;
  }
  let depth = 0;
  do {
    const byte = bytes[scan.at];
    if (byte === undefined) throw new SyntaxError('a value without an end');
    if (byte === quote) {
      passText(scan);
      continue;
    }
    if (byte === 123 || byte === 91) depth++;
    else if (byte === 125 || byte === 93) depth--;
    scan.at++;
  } while (depth > 0);
}

/** A number or a word: up to what may follow it. */
export function passBare(scan: Scan): void {
  const { bytes } = scan;
  for (let byte = bytes[scan.at]; byte !== undefined && byte > 32 && byte !== 44 && byte !== 93 && byte !== 125;)
    byte = bytes[++scan.at];
}

/** Exact: what has more digits than a number can be trusted with is left to the language. */
const mostDigits = 15;
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** The number that begins here; NaN where something else does. */
export function takeNumber(scan: Scan): number {
  const { bytes } = scan;
  const start = scan.at;
  let at = start;
  const isNegative = bytes[at] === 45;
  if (isNegative) at++;
  let digits = 0;
  let whole = 0;
  let below = 0;
  let isBelow = false;
  let byte = bytes[at];
  for (; byte !== undefined; byte = bytes[++at]) {
    if (byte >= 48 && byte <= 57) {
      whole = whole * 10 + byte - 48;
      if (whole > 0) digits++;
      if (isBelow) below++;
    } else if (byte === 46) isBelow = true;
    else break;
  }
  if (at === start + (isNegative ? 1 : 0)) return NaN;
  const hasExponent = byte === 69 || byte === 101;
  if (hasExponent || digits > mostDigits || below > 22 || (isNegative && whole === 0)) {
    passBare(scan);
    return Number(bytes.toString('latin1', start, scan.at));
  }
  scan.at = at;
  const value = below === 0 ? whole : whole / powers[below]!;
  return isNegative ? -value : value;
}

/** A list of numbers alone that begins here; null, with nothing passed over, where something else does. */
export function takeNumbers(scan: Scan, most: number): readonly number[] | null {
  const from = scan.at;
  if (toNext(scan) !== 91) return null;
  scan.at++;
  const numbers: number[] = [];
  while (toNext(scan) !== 93) {
    const value = takeNumber(scan);
    if (Number.isNaN(value) || numbers.push(value) > most) {
      scan.at = from;
      return null;
    }
  }
  scan.at++;
  return numbers;
}

/** The raw JSON between two places. */
export const rawText = ({ bytes }: Scan, from: number, to: number): string => bytes.toString('utf8', from, to);
