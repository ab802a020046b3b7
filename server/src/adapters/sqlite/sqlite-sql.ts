import { PlatformError } from '../../shared/errors.ts';
import { bindable } from '../sql/database.ts';
import type { Sql, Value } from '../sql/database.ts';
import { unavailableReason } from './driver.ts';
import type { Connection } from './driver.ts';
import { prepareRow } from './wide-row.ts';

const rowLock = /\s+FOR (?:UPDATE|SHARE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g;

/** `$1` becomes `?1`, and row locks go: SQLite has one writer at a time. */
export const toSqlite = (text: string): string => text.replace(rowLock, '').replace(/\$(\d+)/g, '?$1');

/** What callers see of a driver's error. */
export function explain(error: unknown): unknown {
  const reason = unavailableReason(error);
  return reason === null ? error : new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });
}

function remember<T>(prepare: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? prepare(text);
    if (!known.has(text)) known.set(text, found);
    return found;
  };
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
  const statement = remember((text) => connection.prepare(toSqlite(text)));
  const rowOf = remember((text) => prepareRow(connection, toSqlite(text)));
  return {
    all: async <R>(text: string, params: readonly Value[] = []) =>
      explaining(() => statement(text).all(...bindable(params)) as readonly R[]),
    get: async <R>(text: string, params: readonly Value[] = []) =>
      explaining(() => rowOf(text).get(...bindable(params)) as R | undefined),
    run: async (text, params = []) => explaining(() => statement(text).run(...bindable(params)).changes),
  };
}
