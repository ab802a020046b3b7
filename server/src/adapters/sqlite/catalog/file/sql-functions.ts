import { foldAccents, foldCase } from '../../../../catalog/evaluate/fold-text.ts';
import { filterFunctions } from '../../../../catalog/evaluate/functions.ts';
import { type Matcher, likeMatcher } from '../../../../catalog/evaluate/match-like.ts';
import { type Scalar, calculate, compareScalars } from '../../../../catalog/evaluate/scalars.ts';
import type { ArithmeticOp } from '../../../../catalog/filter.ts';
import { parseInstant } from '../../../../catalog/instant.ts';
import { type KeySpan, keySpanOf, timestampKey } from '../../../../catalog/plan/moment-keys.ts';
import { packTime } from '../../../../catalog/plan/packed-time.ts';
import { type SlotValue, rawOfSlot, slotFalse, slotTrue } from '../../../../catalog/plan/slots.ts';
import type { Connection } from '../../driver.ts';

/** A row may cost thousands of calls: `check` is called for one in so many, and may throw. */
const callsBetweenChecks = 256;

/** The functions that compiled filters call: each is the evaluator's own, so that both always agree. */
export function registerFunctions(connection: Connection, check: () => void = () => {}): void {
  let calls = 0;
  const define = (name: string, implementation: (...args: SlotValue[]) => SlotValue, varargs = false) => {
    // SQLite reads from it how many arguments the function takes.
    const { length } = implementation;
    const checked = (...args: SlotValue[]) => {
      if (++calls % callsBetweenChecks === 0) check();
      return implementation(...args);
    };
    Object.defineProperty(checked, 'length', { value: length });
    connection.function(name, { deterministic: true, varargs }, checked);
  };
  define('swath_compare', (a, b) => compared(a, b));
  define('swath_like', (text, pattern) => matched(text, pattern));
  define('swath_fold_case', (text) => (typeof text === 'string' ? foldCase(text) : null));
  define('swath_fold_accents', (text) => (typeof text === 'string' ? foldAccents(text) : null));
  define('swath_timestamp', (text) => (typeof text === 'string' ? timestampKey(text) : null));
  define('swath_first_moment', (text) => momentIn(spanOf(text)?.low));
  define('swath_last_moment', (text) => momentIn(spanOf(text)?.high));
  define('swath_calculate', (op, a, b) => calculate(op as ArithmeticOp, scalarOf(a), scalarOf(b)));
  define('swath_call', (name, ...args) => called(name, args), true);
}

const scalarOf = (value: SlotValue): Scalar => rawOfSlot(value) ?? null;

function compared(a: SlotValue, b: SlotValue): number | null {
  const order = compareScalars(scalarOf(a), scalarOf(b));
  return order === null ? null : Math.sign(order);
}

function spanOf(text: SlotValue): KeySpan | null {
  const instant = typeof text === 'string' ? parseInstant(text) : null;
  return instant === null ? null : keySpanOf(instant);
}

/** As rows have their times. */
const momentIn = (key: string | undefined): string | null => (key === undefined ? null : packTime(key));

function called(name: SlotValue, args: readonly SlotValue[]): SlotValue {
  const result = filterFunctions.get(String(name))?.(args.map(scalarOf)) ?? null;
  if (typeof result === 'boolean') return result ? slotTrue : slotFalse;
  if (typeof result === 'number') return Number.isFinite(result) ? result : null;
  return typeof result === 'string' ? result : null;
}

const matchers = new Map<string, Matcher>();
const mostMatchers = 100;

function matched(text: SlotValue, pattern: SlotValue): number | null {
  if (typeof text !== 'string' || typeof pattern !== 'string') return null;
  return Number(matcherOf(pattern)(text));
}

function matcherOf(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  if (matchers.size >= mostMatchers) matchers.clear();
  const matcher = likeMatcher(pattern);
  matchers.set(pattern, matcher);
  return matcher;
}
