import { PlatformError } from '../../shared/errors.ts';
import { bindable } from '../sql/database.ts';
import type { Sql, Value } from '../sql/database.ts';
import { unavailableReason } from './driver.ts';
import type { Connection, Statement } from './driver.ts';

const rowLock = /\s+FOR (?:UPDATE|SHARE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g;

/** `$1` becomes `?1`, and row locks go: SQLite has one writer at a time. */
export const toSqlite = (text: string): string => text.replace(rowLock, '').replace(/\$(\d+)/g, '?$1');

/** What callers see of a driver's error. */
export function explain(error: unknown): unknown {
  const reason = unavailableReason(error);
  return reason === null ? error : new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });
}

/** The portable SQL on one connection; each text is prepared once. */
export function createSqliteSql(connection: Connection): Sql {
  const statements = new Map<string, Statement>();

  function statement(text: string): Statement {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const prepared = connection.prepare(toSqlite(text));
    statements.set(text, prepared);
    return prepared;
  }

  async function using<T>(text: string, params: readonly Value[], call: (of: Statement, bound: Value[]) => T) {
    try {
      return call(statement(text), bindable(params));
    } catch (error) {
      throw explain(error);
    }
  }

  return {
    all: <R>(text: string, params: readonly Value[] = []) =>
      using(text, params, (of, bound) => of.all(...bound) as readonly R[]),
    get: <R>(text: string, params: readonly Value[] = []) =>
      using(text, params, (of, bound) => of.get(...bound) as R | undefined),
    run: (text, params = []) => using(text, params, (of, bound) => of.run(...bound).changes),
  };
}
