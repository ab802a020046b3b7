import { PlatformError } from '../../shared/errors.ts';
import { bindable } from '../sql/database.ts';
import type { Sql, Value } from '../sql/database.ts';
import { unavailableReason } from './driver.ts';
import type { Connection, Statement } from './driver.ts';

const rowLock = /\s+FOR (?:UPDATE|SHARE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g;

/** From PostgreSQL's spelling to SQLite's. Row locks go: SQLite has one writer at a time. */
const toSqlite = (text: string): string =>
  text
    .replace(rowLock, '')
    .replace(/\$(\d+)/g, '?$1')
    .replaceAll('json_build_array(', 'json_array(');

/** What callers see of a driver's error. */
export function explain(error: unknown): unknown {
  const reason = unavailableReason(error);
  return reason === null ? error : new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });
}

function explaining<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explain(error);
  }
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

  return {
    all: async <R>(text: string, params: readonly Value[] = []) =>
      explaining(() => statement(text).all(...bindable(params)) as readonly R[]),
    get: async <R>(text: string, params: readonly Value[] = []) =>
      explaining(() => statement(text).get(...bindable(params)) as R | undefined),
    run: async (text, params = []) => explaining(() => statement(text).run(...bindable(params)).changes),
  };
}
