import { timestampKey } from './moment-keys.ts';
import { compareSql, typeGuards } from './sql-compare.ts';
import { type HeldValues, isHeldAsItIs } from './sql-dialect.ts';
import type { Operand } from './sql-operands.ts';
import { type SqlCondition, allOf, always, anyOf, never, sql } from './sql-fragment.ts';

type Plain = string | number;

/** More comparisons one by one than this are left to the evaluator. */
const mostComparisons = 200;

/** 1 where the value equals one of the list, or surely none; null when SQL cannot tell. */
export function inSql(value: Operand, list: readonly Operand[], isTrue: boolean): SqlCondition | null {
  if (list.length === 0) return isTrue ? never : always;
  const { plain, keys, others } = value.kind === 'value' ? sorted(value, list) : { plain: [], keys: [], others: list };
  if (!isTrue) return noneOf(value, list, plain);
  const compared = oneByOne(value, others, isTrue);
  if (compared === null || value.kind !== 'value') return compared;
  const { held } = value;
  if (keys.length > 0 && !held.hasFunctions) return null;
  return anyOf([
    plain.length === 0 ? never : isListed(value.sql, held, plain),
    keys.length === 0 ? never : isListed(sql`swath_timestamp(${value.sql})`, held, keys),
    compared,
  ]);
}

/** Numbers and texts to be found as they are, timestamps to be found by their keys, and all else. */
function sorted({ type }: Extract<Operand, { kind: 'value' }>, list: readonly Operand[]) {
  const plain: Plain[] = [];
  const keys: string[] = [];
  const others: Operand[] = [];
  for (const each of list) {
    const one = each.kind === 'constant' ? each.value : null;
    const key = typeof one === 'string' ? timestampKey(one) : null;
    if (typeof one === 'number' ? type === 'text' : typeof one !== 'string' || type === 'number') others.push(each);
    else if (!isHeldAsItIs(one as Plain)) others.push(each);
    else if (key !== null) keys.push(key);
    else plain.push(one as Plain);
  }
  return { plain, keys, others };
}

function noneOf(value: Operand, list: readonly Operand[], plain: readonly Plain[]): SqlCondition | null {
  const type = typeof plain[0];
  if (value.kind !== 'value' || plain.length < list.length || plain.some((each) => typeof each !== type))
    return oneByOne(value, list, false);
  const differs = sql`${value.sql} NOT IN ${value.held.list(plain)}`;
  return value.type === 'any'
    ? allOf([differs, ...typeGuards('<>', value.held, value.sql, type as 'string' | 'number')])
    : differs;
}

function oneByOne(value: Operand, list: readonly Operand[], isTrue: boolean): SqlCondition | null {
  if (list.length > mostComparisons) return null;
  const parts = list.map((each) => compareSql(isTrue ? '=' : '<>', value, each));
  if (parts.some((part) => part === null)) return null;
  return isTrue ? anyOf(parts as SqlCondition[]) : allOf(parts as SqlCondition[]);
}

const isListed = (value: SqlCondition, held: HeldValues, list: readonly Plain[]): SqlCondition =>
  sql`${value} IN ${held.list(list)}`;
