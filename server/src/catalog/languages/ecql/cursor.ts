import type { Filter } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';
import { type Cursor, fail, tokenWords } from '../cql2-text-cursor.ts';
import type { Token } from '../cql2-text-tokens.ts';
import { asCondition as conditionOf } from '../typed/conditions.ts';
import type { Fail, Operand } from '../typed/operand.ts';

/** The reading is that of the condition which is read: lists of conditions have one for each. */
export type EcqlCursor = Cursor & { reading: FilterReading };

/** Parentheses hold conditions and values alike: which it was is known only after the part was read. */
export type Part =
  | { readonly kind: 'condition'; readonly filter: Filter; readonly offset: number }
  | { readonly kind: 'operand'; readonly operand: Operand; readonly offset: number };

/** Says what is wrong at the offset. */
export const failingAt =
  (cursor: EcqlCursor, offset: number): Fail =>
  (reason, problem) =>
    fail(cursor, reason, offset, problem);

export const condition = (filter: Filter, offset: number): Part => ({ kind: 'condition', filter, offset });

export const value = (operand: Operand, offset: number): Part => ({ kind: 'operand', operand, offset });

export const asCondition = (part: Part): Filter =>
  part.kind === 'condition' ? part.filter : conditionOf(part.operand);

export const asOperand = (cursor: EcqlCursor, part: Part): Operand =>
  part.kind === 'operand' ? part.operand : failingAt(cursor, part.offset)('expected a value but found a condition');

/** The token after the one that is looked at. */
export const nextToken = ({ source, token, tokenAt }: EcqlCursor): Token => tokenAt(source, token.end);

export const isFollowedBy = ({ source, token }: EcqlCursor, sign: string): boolean => {
  let at = token.end;
  while (/[ \t\r\n\f]/.test(source[at] ?? '')) at++;
  return source[at] === sign;
};

export const found = ({ token }: EcqlCursor): string => tokenWords(token);
