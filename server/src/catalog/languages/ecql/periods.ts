import type { Expression, Filter } from '../../filter.ts';
import { advance, expect, failHere, take } from '../cql2-text-cursor.ts';
import { compare } from '../typed/conditions.ts';
import { readInstant, timestampOfMs } from '../typed/instants.ts';
import { type Operand, literalOperand } from '../typed/operand.ts';
import { type Time, asTime, intervalOf, temporal } from '../typed/times.ts';
import { type EcqlCursor, failingAt, found } from './cursor.ts';

type Period = { readonly start: string; readonly end: string };

export const temporalWords: ReadonlySet<string> = new Set(['before', 'after', 'during', 'tequals']);

/** BEFORE, AFTER, DURING, TEQUALS and what OR joins of them; both ends of a period belong to it. */
export function readTemporal(cursor: EcqlCursor, left: Operand, readOperand: () => Operand): Filter {
  const word = advance(cursor).key;
  if (word === 'during') return readDuring(cursor, left);
  if (word === 'before' && take(cursor, 'or')) {
    expect(cursor, 'during');
    const { end } = readPeriod(cursor);
    return compare('<=', left, instantOf(left, end));
  }
  const time = readTime(cursor, readOperand);
  return temporal(word === 'before' ? 'before' : word === 'after' ? 'after' : 'equals', left, time);
}

function readDuring(cursor: EcqlCursor, left: Operand): Filter {
  const isOpen = take(cursor, 'or');
  if (isOpen) expect(cursor, 'after');
  const { start, end } = readPeriod(cursor);
  if (isOpen) return compare('>=', left, instantOf(left, start));
  const [low, high]: Expression[] = [
    { kind: 'timestamp', value: start },
    { kind: 'timestamp', value: end },
  ];
  return { kind: 'between', value: asTime(left), low: low!, high: high! };
}

const instantOf = ({ fail }: Operand, value: string): Operand =>
  literalOperand({ kind: 'instant', text: value, value }, fail);

/** An instant, a period, or what is worth an instant. */
function readTime(cursor: EcqlCursor, readOperand: () => Operand): Time {
  const { type, end } = cursor.token;
  if (type === 'duration' || (type === 'instant' && cursor.tokenAt(cursor.source, end).key === '/')) {
    const period = readPeriod(cursor);
    return { interval: intervalOf(period.start, period.end) };
  }
  return readOperand();
}

/** Two ends, or one end and how long it is from there. */
function readPeriod(cursor: EcqlCursor): Period {
  const first = cursor.token;
  if (first.type === 'duration') {
    const length = advance(cursor).text;
    expect(cursor, '/');
    const end = readEnd(cursor);
    return { start: shifted(cursor, end, length, -1, first.offset), end };
  }
  const start = readEnd(cursor);
  expect(cursor, '/', "'/' and the end of the period");
  const { type, offset } = cursor.token;
  if (type === 'duration') return { start, end: shifted(cursor, start, advance(cursor).text, 1, offset) };
  return { start, end: readEnd(cursor) };
}

function readEnd(cursor: EcqlCursor): string {
  const { type, text } = cursor.token;
  const value = type === 'instant' || type === 'text' ? readInstant(text) : null;
  if (value === null) return failHere(cursor, `expected a time as 2020-12-31T23:59:59Z but found ${found(cursor)}`);
  advance(cursor);
  return value;
}

const shape = /^(?:P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** By the calendar of UTC: a month from 31 January ends on the last day of February. */
function shifted(cursor: EcqlCursor, from: string, length: string, sign: 1 | -1, offset: number): string {
  const [years, months, days, hours, minutes, seconds] = (shape.exec(length) ?? [])
    .slice(1)
    .map((digits: string | undefined) => sign * Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(from);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 12 * years + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  const ms = date.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
  return timestampOfMs(ms) ?? failingAt(cursor, offset)('the period ends beyond the years 0 to 9999');
}
