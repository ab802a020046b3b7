import type { ArithmeticOp, ComparisonOp } from '../filter.ts';
import { type Instant, compareInstants, parseInstant } from '../instant.ts';

/** What a scalar expression can be worth; null is unknown. */
export type Scalar = string | number | boolean | Instant | null;

/** A member of an item as a scalar: objects and arrays are none. */
export const scalarOf = (raw: unknown): Scalar =>
  typeof raw === 'string' || typeof raw === 'boolean' || (typeof raw === 'number' && Number.isFinite(raw)) ? raw : null;

/** Below, equal or above 0; null when one is unknown or they are of different types. */
export function compareScalars(a: Scalar, b: Scalar): number | null {
  if (a === null || b === null) return null;
  if (typeof a === 'number') return typeof b === 'number' ? a - b : null;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : null;
  const left = instantOf(a);
  const right = instantOf(b);
  return left === null || right === null ? null : compareInstants(left, right);
}

export const instantOf = (value: Scalar): Instant | null =>
  typeof value === 'string' ? parseInstant(value) : typeof value === 'object' ? value : null;

/** Two timestamps by time, whatever their spelling; all else by code point. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (looksLikeTimestamp(a) && looksLikeTimestamp(b)) {
    const left = parseInstant(a);
    const right = parseInstant(b);
    if (left !== null && right !== null) return compareInstants(left, right);
  }
  return compareCodePoints(a, b);
}

/** A cheap look at the places of `-` and `T`, before the dear one. */
export const looksLikeTimestamp = (text: string): boolean =>
  text.length >= 19 && text.charCodeAt(4) === 45 && (text.charCodeAt(10) | 32) === 116;

/** The order of UTF-8 bytes, which is that of the databases; UTF-16 puts surrogates before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

export const holdsFor: Readonly<Record<ComparisonOp, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

const operations: Readonly<Record<ArithmeticOp, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
  // The remainder takes the sign of the first number.
  '%': (a, b) => a % b,
  div: (a, b) => Math.trunc(a / b),
};

/** Null when an operand is no number, and when the result is none: a division by zero, an overflow. */
export function calculate(op: ArithmeticOp, a: Scalar, b: Scalar): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  const result = operations[op](a, b);
  return Number.isFinite(result) ? result : null;
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text is a number as people write it: not hexadecimal, nor empty. */
export const isDecimal = (text: string): boolean => decimal.test(text);
