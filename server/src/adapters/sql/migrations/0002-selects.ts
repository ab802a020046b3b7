import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

function statements(dialect: Dialect): readonly string[] {
  const { int, key, table } = columnTypes[dialect];
  return [
    `ALTER TABLE organizations ADD COLUMN prices TEXT NOT NULL DEFAULT
       '{"fresh_imagery_price":null,"standard_imagery_price":null,"training_imagery_price":null}'`,
    // What a listing shows stands in columns of its own: a request holds outlines of ten thousand corners.
    `CREATE TABLE selections (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       status TEXT NOT NULL CHECK (status IN ('RUNNING', 'SUCCEEDED', 'FAILED')),
       created_at_ms ${int} NOT NULL,
       expires_at_ms ${int} NOT NULL,
       name TEXT,
       stack_depth ${int} NOT NULL,
       figures TEXT,
       failure TEXT,
       grants TEXT,
       request TEXT NOT NULL,
       summary TEXT,
       lease_until_ms ${int},
       attempts ${int} NOT NULL
     )${table}`,
    'CREATE INDEX selections_by_account ON selections (account_id, created_at_ms, id)',
    'CREATE INDEX selections_by_expiry ON selections (expires_at_ms, id)',
    `CREATE INDEX selections_under_way ON selections (lease_until_ms, id) WHERE status = 'RUNNING'`,
    `CREATE TABLE selection_cells (
       selection_id ${key} NOT NULL REFERENCES selections (id) ON DELETE CASCADE,
       piece ${int} NOT NULL,
       packed TEXT NOT NULL,
       PRIMARY KEY (selection_id, piece)
     )${table}`,
  ];
}

/** Selects with the cells they found, and what an organization pays. */
export const selectsMigration: Migration = { version: 2, name: 'selects', statements };
