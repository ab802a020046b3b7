import type { Filter } from '../filter.ts';
import { type Reading, readFilter } from './atoms.ts';
import { conjunctionOf, conjunctsOf } from './conjuncts.ts';
import { readySlots } from './known-property.ts';
import type { DeclaredProperty } from './slots.ts';
import { atomSql } from './sql-atoms.ts';
import { type SqlDialect, sqliteDialect } from './sql-dialect.ts';
import { type SqlCondition, allOf, always, anyOf } from './sql-fragment.ts';
import { necessary } from './sql-necessity.ts';
import type { Rows } from './sql-operands.ts';

export type { SqlCondition } from './sql-fragment.ts';

export type CompiledConditions = {
  /** 1 for exactly the rows that the conjuncts it covers are true of; null when there is none. */
  readonly exact: SqlCondition | null;
  /** What rows alone cannot decide, to be asked of the evaluator with the document; null when there is nothing. */
  readonly residual: Filter | null;
  /** 1 wherever the residual is true, and elsewhere too: what SQL can test before a document is read. */
  readonly necessary: SqlCondition | null;
};

/** Over a row `alias` with the searchable columns. */
export function compileConditions(
  filter: Filter,
  declared: readonly DeclaredProperty[],
  alias: string,
  dialect: SqlDialect = sqliteDialect,
): CompiledConditions {
  const rows: Rows = { alias, slots: readySlots(declared), dialect };
  const exact: SqlCondition[] = [];
  const residual: Filter[] = [];
  const needed: SqlCondition[] = [];
  const room = { ...mostSql };
  for (const conjunct of conjunctsOf(filter)) {
    const condition = readFilter(conjunct, decisive(rows));
    if (condition !== null && takesRoom(condition, room)) {
      exact.push(condition);
      continue;
    }
    residual.push(conjunct);
    const need = readFilter(conjunct, necessary(rows));
    if (need !== null && need.sql !== always.sql && takesRoom(need, room)) needed.push(need);
  }
  return { exact: joined(exact), residual: conjunctionOf(residual), necessary: joined(needed) };
}

const decisive = (rows: Rows): Reading<SqlCondition> => ({
  atom: (atom) => atomSql(atom, rows),
  all: (parts) => (parts.some((part) => part === null) ? null : allOf(parts as readonly SqlCondition[])),
  any: (parts) => (parts.some((part) => part === null) ? null : anyOf(parts as readonly SqlCondition[])),
});

const isCall = ({ sql }: SqlCondition): boolean => sql.includes('swath_');

/** Calls into this process cost more than comparisons, so that they come last. */
function joined(parts: readonly SqlCondition[]): SqlCondition | null {
  if (parts.length === 0) return null;
  return allOf([...parts.filter((part) => !isCall(part)), ...parts.filter(isCall)]);
}

type Room = { characters: number; params: number };

/** Far below what SQLite takes: a million characters, 32,766 parameters, trees 1,000 deep. */
const mostSql: Readonly<Room> = { characters: 200_000, params: 8_000 };
const deepestSql = 40;

function takesRoom({ sql, params }: SqlCondition, room: Room): boolean {
  if (sql.length > room.characters || params.length > room.params || depthOf(sql) > deepestSql) return false;
  room.characters -= sql.length;
  room.params -= params.length;
  return true;
}

function depthOf(sql: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of sql) {
    if (character === '(') deepest = Math.max(deepest, ++depth);
    if (character === ')') depth--;
  }
  return deepest;
}
