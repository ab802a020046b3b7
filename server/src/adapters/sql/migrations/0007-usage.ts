import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

function statements(dialect: Dialect): readonly string[] {
  const { int, key, clustered } = columnTypes[dialect];
  return [
    // Null: placed before it was noted. Empty: by a sign-in, or by a key without a project.
    `ALTER TABLE orders ADD COLUMN key_id ${key}`,
    `ALTER TABLE orders ADD COLUMN project ${key}`,
    // No reference to keys and projects: what was used outlives them.
    `CREATE TABLE request_counts (
       organization_id ${key} NOT NULL REFERENCES organizations (id),
       day ${int} NOT NULL,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       key_id ${key} NOT NULL,
       project ${key} NOT NULL,
       requests ${int} NOT NULL,
       PRIMARY KEY (organization_id, day, account_id, key_id)
     )${clustered}`,
    'CREATE INDEX request_counts_by_account ON request_counts (account_id, day)',
    'CREATE INDEX accounts_by_organization ON accounts (organization_id, created_at_ms, id)',
    'CREATE INDEX organizations_by_age ON organizations (created_at_ms, id)',
  ];
}

/** With which key orders were placed, how many requests there were, and the accounts of an organization. */
export const usageMigration: Migration = { version: 7, name: 'usage', statements };
