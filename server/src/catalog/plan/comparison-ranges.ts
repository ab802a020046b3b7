import type { Scalar } from '../evaluate/scalars.ts';
import type { ComparisonOp } from '../filter.ts';
import { type SortValue, sortValueOf } from '../sort-value.ts';
import { type KeySpan, isTimeKey, keySpanOf, timestampKey } from './moment-keys.ts';
import type { SortRange } from './sort-ranges.ts';
import { textRange } from './sql-like.ts';

type End = { readonly value: SortValue; readonly isIn: boolean };

const upTo = (value: SortValue): End => ({ value, isIn: true });
const short = (value: SortValue): End => ({ value, isIn: false });
const open = upTo(null);

const range = (low: End, high: End): SortRange => ({
  low: low.value,
  isLowIn: low.isIn,
  high: high.value,
  isHighIn: high.isIn,
});

const point = (value: SortValue): SortRange => range(upTo(value), upTo(value));

/** The least text: every number sorts before it. */
const leastText = '';

/** Where the sort values lie of all that compare so; null when that cannot be said. */
export function rangeOfComparison(op: ComparisonOp, value: Scalar): SortRange | null {
  if (value === null || op === '<>') return null;
  if (typeof value === 'boolean') return within(op, Number(value), 0, 1);
  if (typeof value === 'number') return Number.isFinite(value) ? ofNumber(op, value + 0) : null;
  if (typeof value === 'object') return rangeOfOrder(op, keySpanOf(value));
  const key = timestampKey(value);
  return key === null ? ofText(op, value) : ofTimestampText(op, value, key);
}

function within(op: ComparisonOp, value: number, lowest: number, highest: number): SortRange {
  if (op === '=') return point(value);
  return isUpward(op) ? range(end(op, value), upTo(highest)) : range(upTo(lowest), end(op, value));
}

const isUpward = (op: ComparisonOp): boolean => op === '>' || op === '>=';
const end = (op: ComparisonOp, value: SortValue): End => (op === '<' || op === '>' ? short(value) : upTo(value));

function ofNumber(op: ComparisonOp, value: number): SortRange {
  if (op === '=') return point(value);
  return isUpward(op) ? range(end(op, value), short(leastText)) : range(open, end(op, value));
}

/** Timestamps sort by their keys and compare by their spelling: both start with a digit, and no more is sure. */
const firstDigit = '0';
const afterDigits = ':';
const startsWithDigit = (text: string): boolean => text >= firstDigit && text < afterDigits;

function ofText(op: ComparisonOp, value: string): SortRange {
  if (op === '=') return point(sortValueOf(value));
  if (isUpward(op)) return range(startsWithDigit(value) ? upTo(firstDigit) : end(op, value), open);
  return range(upTo(leastText), startsWithDigit(value) ? short(afterDigits) : end(op, value));
}

/** Timestamps whose year in UTC is none that keys have sort by their spelling, which starts with one of these days. */
const beforeKeys = '0000-01-02';
const afterKeys = '9999-12-31';

const least = (...texts: readonly string[]): End => upTo(texts.reduce((a, b) => (a < b ? a : b)));
const most = (...texts: readonly string[]): End => upTo(texts.reduce((a, b) => (a > b ? a : b)));

/** Other timestamps lie by their keys, other texts by code point on either side of the spelling. */
function ofTimestampText(op: ComparisonOp, text: string, key: string): SortRange | null {
  if (!isTimeKey(key)) return null;
  if (op === '=') return point(key);
  return isUpward(op) ? range(least(text, key, afterKeys), open) : range(upTo(leastText), most(text, key, beforeKeys));
}

/** For texts as instants: a timestamp sorts by its key, a date by its spelling, just before the keys of its day. */
export function rangeOfOrder(op: ComparisonOp, { low, high }: KeySpan): SortRange | null {
  if (op === '<>' || !isTimeKey(low) || !isTimeKey(high)) return null;
  if (op === '=') return range(upTo(low.slice(0, 10)), upTo(high));
  if (isUpward(op)) return range(least(op === '>' ? high : low.slice(0, 10), afterKeys), short(afterDigits));
  return range(upTo(firstDigit), most(op === '<' ? low : high, beforeKeys));
}

/** For patterns that are the start of a text; null for all others. */
export function rangeOfPattern(pattern: string): SortRange | null {
  const texts = textRange(pattern);
  if (texts === null || texts.low === '') return null;
  if (startsWithDigit(pattern)) return range(upTo(firstDigit), short(afterDigits));
  return range(upTo(texts.low), texts.high === null ? open : short(texts.high));
}
