import { likeMatcher } from '../evaluate/match-like.ts';
import { typeGuards } from './sql-compare.ts';
import type { HeldValues } from './sql-dialect.ts';
import type { Operand } from './sql-operands.ts';
import { type SqlCondition, allOf, anyOf, bound, constantly, never, sql } from './sql-fragment.ts';

/** 1 where the text matches, or surely does not; null when SQL cannot tell. */
export function likeSql(value: Operand, pattern: string, isTrue: boolean): SqlCondition | null {
  if (value.kind === 'constant')
    return constantly(typeof value.value === 'string' && likeMatcher(pattern)(value.value) === isTrue);
  if (value.kind === 'moment') return null;
  if (value.type === 'number') return never;
  const { held } = value;
  const mark = held.literal(pattern);
  if (mark === null) return null;
  const range = textRange(pattern);
  if (range === null)
    return held.hasFunctions ? sql`swath_like(${value.sql}, ${mark}) = ${bound(Number(isTrue))}` : null;
  return isTrue ? isInRange(value.sql, held, range) : isOutOfRange(value.sql, held, range);
}

/** The texts of which a pattern is the start: from `low` to below `high`, which is null where there is no next text. */
export type TextRange = { readonly low: string; readonly high: string | null };

/** For patterns whose one wildcard is a `%` at the end; null for all others. */
export function textRange(pattern: string): TextRange | null {
  const low = /^([^%_\\]*)%+$/.exec(pattern)?.[1];
  return low === undefined ? null : { low, high: nextText(low) };
}

/** The least text after all those that start with this one. */
function nextText(start: string): string | null {
  const codes = [...start].map((character) => character.codePointAt(0)!);
  while (codes.at(-1) === 0x10ffff) codes.pop();
  const last = codes.pop();
  if (last === undefined) return null;
  // Halves of characters are no code points of their own.
  return String.fromCodePoint(...codes, last === 0xd7ff ? 0xe000 : last + 1);
}

function isInRange(value: SqlCondition, held: HeldValues, { low, high }: TextRange): SqlCondition {
  const isAbove = sql`${value} >= ${held.text(low)}`;
  if (high === null) return allOf([isAbove, ...typeGuards('>=', held, value, 'string')]);
  return allOf([isAbove, sql`${value} < ${held.text(high)}`]);
}

function isOutOfRange(value: SqlCondition, held: HeldValues, { low, high }: TextRange): SqlCondition {
  const isBelow = allOf([sql`${value} < ${held.text(low)}`, ...typeGuards('<', held, value, 'string')]);
  if (high === null) return isBelow;
  return anyOf([isBelow, allOf([sql`${value} >= ${held.text(high)}`, ...typeGuards('>=', held, value, 'string')])]);
}
