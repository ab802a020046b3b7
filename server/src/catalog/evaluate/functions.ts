import { formatNumber, readNumberPattern } from './format-number.ts';
import { matchesWhole, replaceRegular } from './regular-texts.ts';
import { dateDifference, dateFormat } from './time-functions.ts';
import { type Scalar, isDecimal } from './scalars.ts';

/** A function of scalars; null for arguments that it cannot take. */
export type FilterFunction = (args: readonly Scalar[]) => Scalar;

const ofNumber =
  (calculate: (x: number) => number): FilterFunction =>
  ([x, ...more]) =>
    typeof x === 'number' && more.length === 0 ? calculate(x) : null;

const ofNumbers =
  (calculate: (...numbers: readonly number[]) => number, count: number | null = null): FilterFunction =>
  (args) =>
    args.length > 0 && (count ?? args.length) === args.length && args.every((x) => typeof x === 'number')
      ? calculate(...args)
      : null;

const ofText =
  (change: (text: string) => Scalar): FilterFunction =>
  ([text, ...more]) =>
    typeof text === 'string' && more.length === 0 ? change(text) : null;

const ofTexts =
  (tell: (a: string, b: string) => Scalar): FilterFunction =>
  ([a, b, ...more]) =>
    typeof a === 'string' && typeof b === 'string' && more.length === 0 ? tell(a, b) : null;

/** In characters, as `length` and `substring` count them. */
function indexOf(text: string, part: string): number {
  const at = text.indexOf(part);
  const before = text.slice(0, Math.max(0, at));
  return at < 0 ? at : [...before].length;
}

/** A text that no document could hold is no value: joining would make one out of many. */
const longestText = 100_000;

function concat(args: readonly Scalar[]): Scalar {
  let joined = '';
  for (const arg of args) {
    if (arg === null || typeof arg === 'object') return null;
    joined += String(arg);
    if (joined.length > longestText) return null;
  }
  return joined;
}

/** From the first place on, short of the second; places count from 0, and those outside are the nearest inside. */
const substring: FilterFunction = ([text, from, to = Infinity, ...more]) =>
  typeof text === 'string' && typeof from === 'number' && typeof to === 'number' && more.length === 0
    ? [...text].slice(Math.max(0, from), Math.max(0, to)).join('')
    : null;

const toNumber: FilterFunction = ([value, ...more]) => {
  if (more.length > 0) return null;
  if (typeof value === 'string') return isDecimal(value.trim()) ? Number(value) : null;
  return typeof value === 'number' ? value : null;
};

const untrue: ReadonlySet<string> = new Set(['', 'f', 'false', '0']);

/** A text is true unless it is one of those that say no. */
const toBoolean: FilterFunction = ([value, ...more]) => {
  if (more.length > 0 || value === null || value === undefined || typeof value === 'object') return null;
  return !untrue.has(String(value).toLowerCase());
};

const numberFormat: FilterFunction = ([pattern, value, ...more]) => {
  const read = typeof pattern === 'string' ? readNumberPattern(pattern) : null;
  return read !== null && typeof value === 'number' && more.length === 0 ? formatNumber(value, read) : null;
};

/** To the even one of two whole numbers that are equally near. */
function toEven(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}

/** The functions that filters may call, by their name in lower case; those of geometries stand in their own table. */
export const filterFunctions: ReadonlyMap<string, FilterFunction> = new Map([
  ['abs', ofNumber(Math.abs)],
  ['ceil', ofNumber(Math.ceil)],
  ['floor', ofNumber(Math.floor)],
  ['round', ofNumber((x) => Math.sign(x) * Math.round(Math.abs(x)) + 0)],
  ['rint', ofNumber(toEven)],
  ['sqrt', ofNumber(Math.sqrt)],
  ['exp', ofNumber(Math.exp)],
  ['log', ofNumber(Math.log)],
  ['sin', ofNumber(Math.sin)],
  ['cos', ofNumber(Math.cos)],
  ['tan', ofNumber(Math.tan)],
  ['asin', ofNumber(Math.asin)],
  ['acos', ofNumber(Math.acos)],
  ['atan', ofNumber(Math.atan)],
  ['atan2', ofNumbers((y, x) => Math.atan2(y, x), 2)],
  ['todegrees', ofNumber((x) => (x * 180) / Math.PI)],
  ['toradians', ofNumber((x) => (x * Math.PI) / 180)],
  ['min', ofNumbers(Math.min)],
  ['max', ofNumbers(Math.max)],
  ['tonumber', toNumber],
  ['toboolean', toBoolean],
  ['numberformat', numberFormat],
  ['matches', matchesWhole],
  ['replace', replaceRegular],
  ['lower', ofText((text) => text.toLowerCase())],
  ['upper', ofText((text) => text.toUpperCase())],
  ['length', ofText((text) => [...text].length)],
  ['trim', ofText((text) => text.trim())],
  ['concat', concat],
  ['substring', substring],
  ['startswith', ofTexts((text, start) => text.startsWith(start))],
  ['endswith', ofTexts((text, end) => text.endsWith(end))],
  ['indexof', ofTexts(indexOf)],
  ['datedifference', dateDifference],
  ['dateformat', dateFormat],
]);
