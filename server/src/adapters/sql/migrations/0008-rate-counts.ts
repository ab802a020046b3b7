import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

/** What a crash takes away is a minute's count: PostgreSQL need not keep it in its log. */
const kindOf: Readonly<Record<Dialect, string>> = { sqlite: 'TABLE', postgres: 'UNLOGGED TABLE' };

function statements(dialect: Dialect): readonly string[] {
  const { int, key, clustered } = columnTypes[dialect];
  return [
    `CREATE ${kindOf[dialect]} rate_counts (
       window_ms ${int} NOT NULL,
       identity ${key} NOT NULL,
       used ${int} NOT NULL,
       PRIMARY KEY (window_ms, identity)
     )${clustered}`,
  ];
}

/** Requests of the minute over all nodes, of those who ask much. */
export const rateCountsMigration: Migration = { version: 8, name: 'rate counts', statements };
