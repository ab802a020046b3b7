import type { Expression, Filter, IntervalEnd, TemporalOp } from '../../filter.ts';
import { literalAs, typeWords } from './coerce.ts';
import type { Operand } from './operand.ts';

/** A time that something lies before, after or in. */
export type Time = Operand | { readonly interval: Extract<Expression, { kind: 'interval' }> };

export const asTime = (operand: Operand): Expression => {
  const node = operand.literal === null && operand.type !== 'dateTime' ? null : literalAs(operand, 'dateTime');
  return node ?? operand.fail(`${operand.words} is not ${typeWords('dateTime')}`, 'unfitOperand');
};

export const temporal = (op: TemporalOp, left: Time, right: Time): Filter => ({
  kind: 'temporal',
  op,
  left: timeNode(left),
  right: timeNode(right),
});

const timeNode = (time: Time): Expression => ('interval' in time ? time.interval : asTime(time));

/** Null is open. */
export const intervalOf = (start: string | null, end: string | null): Extract<Expression, { kind: 'interval' }> => ({
  kind: 'interval',
  start: endOf(start),
  end: endOf(end),
});

const endOf = (timestamp: string | null): IntervalEnd =>
  timestamp === null ? { kind: 'open' } : { kind: 'timestamp', value: timestamp };
