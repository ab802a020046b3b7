import { type TemporalOp, instantOps } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';
import { readInstant, timestampOfMs } from '../typed/instants.ts';
import { literalOperand } from '../typed/operand.ts';
import { type Time, intervalOf, temporal } from '../typed/times.ts';
import { type FesReader, failingAt, readExpression } from './expressions.ts';
import { type XmlElement, childOf, failAt } from './read-xml.ts';

const relation =
  (op: TemporalOp): FesReader =>
  (element, reading) => {
    const [left, right, ...more] = element.children;
    if (left === undefined || right === undefined || more.length > 0)
      return failAt(element, `${element.name} needs two times`);
    const times = [readTime(left, reading), readTime(right, reading)] as const;
    if (!instantOps.has(op) && times.some((time) => !('interval' in time) && time.literal !== null))
      failAt(element, `${element.name} needs a period, not an instant`, 'unfitOperand');
    return temporal(op, ...times);
  };

/** `During` leaves out both ends of its period, as the standard has it. */
export const temporalReaders: Readonly<Record<string, FesReader>> = {
  After: relation('after'),
  Before: relation('before'),
  Begins: relation('starts'),
  BegunBy: relation('startedBy'),
  During: relation('during'),
  TContains: relation('contains'),
  TEquals: relation('equals'),
  TOverlaps: relation('overlaps'),
  OverlappedBy: relation('overlappedBy'),
  Meets: relation('meets'),
  MetBy: relation('metBy'),
  Ends: relation('finishes'),
  EndedBy: relation('finishedBy'),
  AnyInteracts: relation('intersects'),
};

/** A time of GML, in a literal or not, or whatever is worth an instant. */
function readTime(element: XmlElement, reading: FilterReading): Time {
  const [only] = element.name === 'Literal' ? element.children : [];
  if (only !== undefined) return readTime(only, reading);
  if (element.name === 'TimePeriod') return { interval: readPeriod(element, reading) };
  if (element.name !== 'TimeInstant' && element.name !== 'timePosition') return readExpression(element, reading);
  const value = readPosition(element, reading) ?? failAt(element, 'expected a time');
  return literalOperand({ kind: 'instant', text: value, value }, failingAt(element));
}

/** Ends are positions, or instants within `begin` and `end`. */
function readPeriod(element: XmlElement, reading: FilterReading) {
  const [start, end] = [
    ['beginPosition', 'begin'],
    ['endPosition', 'end'],
  ].map((names) => {
    const found = childOf(element, ...names) ?? failAt(element, `TimePeriod needs ${names[0]}`);
    return readPosition(found, reading);
  });
  return intervalOf(start ?? null, end ?? null);
}

/** Null where the position says that it is not known: an open end. */
function readPosition(element: XmlElement, reading: FilterReading): string | null {
  const inner = childOf(element, 'TimeInstant', 'timePosition');
  if (inner !== null) return readPosition(inner, reading);
  const text = element.text.trim();
  const indeterminate = element.attributes.get('indeterminatePosition');
  if (indeterminate === 'now') return timestampOfMs(reading.nowMs);
  if (text === '' && indeterminate !== undefined) return null;
  return readInstant(text) ?? failAt(element, `'${text}' is not a time as 2020-12-31T23:59:59Z`);
}
