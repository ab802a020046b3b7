import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

function statements(dialect: Dialect): readonly string[] {
  const { int, key, table, clustered } = columnTypes[dialect];
  return [
    // Sealed: who is told, and what is ordered, which may hold credentials.
    `CREATE TABLE saved_searches (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       name TEXT NOT NULL,
       search TEXT NOT NULL,
       sealed TEXT NOT NULL,
       bytes ${int} NOT NULL,
       key_id ${key},
       grants TEXT,
       interval_minutes ${int},
       least_minutes ${int} NOT NULL,
       is_paused ${int} NOT NULL,
       expires_at_ms ${int},
       created_at_ms ${int} NOT NULL,
       changed_at_ms ${int} NOT NULL,
       feed ${key} NOT NULL,
       since ${int} NOT NULL,
       revision ${int} NOT NULL,
       edition ${int} NOT NULL
     )${table}`,
    'CREATE INDEX saved_searches_by_account ON saved_searches (account_id, created_at_ms, id)',
    // Apart from the searches: whoever deletes one must not gain new mails by it.
    `CREATE TABLE saved_search_mails (
       account_id ${key} PRIMARY KEY REFERENCES accounts (id),
       hour ${int} NOT NULL,
       mails ${int} NOT NULL
     )${table}`,
    `CREATE TABLE saved_search_feeds (
       feed ${key} PRIMARY KEY,
       arrived ${int} NOT NULL,
       holder ${key},
       lease_until_ms ${int} NOT NULL DEFAULT 0,
       fence ${int} NOT NULL DEFAULT 0
     )${table}`,
    `CREATE TABLE saved_search_batches (
       id ${key} PRIMARY KEY,
       saved_search_id ${key} NOT NULL REFERENCES saved_searches (id) ON DELETE CASCADE,
       feed ${key} NOT NULL,
       state TEXT NOT NULL CHECK (state IN ('gathering', 'closed', 'settled')),
       opened_at_ms ${int} NOT NULL,
       due_at_ms ${int},
       settled_at_ms ${int},
       attempts ${int} NOT NULL DEFAULT 0,
       counts TEXT NOT NULL,
       items TEXT NOT NULL,
       kept ${int} NOT NULL,
       outcome TEXT,
       order_id ${key}
     )${table}`,
    `CREATE UNIQUE INDEX saved_search_batches_gathering ON saved_search_batches (saved_search_id, feed)
     WHERE state = 'gathering'`,
    `CREATE INDEX saved_search_batches_due ON saved_search_batches (feed, due_at_ms, id) WHERE due_at_ms IS NOT NULL`,
    'CREATE INDEX saved_search_batches_by_search ON saved_search_batches (saved_search_id, opened_at_ms, id)',
    `CREATE INDEX saved_search_batches_settled ON saved_search_batches (settled_at_ms, id)
     WHERE settled_at_ms IS NOT NULL`,
    `CREATE TABLE saved_search_acquisitions (
       saved_search_id ${key} NOT NULL REFERENCES saved_searches (id) ON DELETE CASCADE,
       acquisition_id ${key} NOT NULL,
       PRIMARY KEY (saved_search_id, acquisition_id)
     )${clustered}`,
  ];
}

/** Saved searches, what of the arrivals was looked at, and what matched. */
export const savedSearchesMigration: Migration = { version: 6, name: 'saved searches', statements };
