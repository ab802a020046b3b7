import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

function statements(dialect: Dialect): readonly string[] {
  const { int, key, table } = columnTypes[dialect];
  return [
    `CREATE TABLE ingest_jobs (
       id ${key} PRIMARY KEY,
       home ${key} NOT NULL,
       source_key ${key} NOT NULL,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       state TEXT NOT NULL
         CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted')),
       is_watch ${int} NOT NULL,
       is_upload ${int} NOT NULL,
       sealed TEXT NOT NULL,
       shown TEXT NOT NULL,
       news TEXT,
       error TEXT,
       attempts ${int} NOT NULL DEFAULT 0,
       created_at_ms ${int} NOT NULL,
       changed_at_ms ${int} NOT NULL,
       started_at_ms ${int},
       ended_at_ms ${int},
       due_at_ms ${int},
       holder TEXT,
       lease_until_ms ${int}
     )${table}`,
    `CREATE UNIQUE INDEX ingest_jobs_live ON ingest_jobs (home, source_key)
       WHERE state IN ('queued', 'running', 'interrupted')`,
    `CREATE INDEX ingest_jobs_due ON ingest_jobs (home, created_at_ms, id)
       WHERE state IN ('queued', 'running', 'interrupted')`,
    'CREATE INDEX ingest_jobs_by_time ON ingest_jobs (created_at_ms, id)',
    'CREATE INDEX ingest_jobs_ended ON ingest_jobs (home, ended_at_ms) WHERE ended_at_ms IS NOT NULL',
  ];
}

/** Ingests that administrators asked for, and how far they are. */
export const ingestJobsMigration: Migration = { version: 5, name: 'ingest jobs', statements };
