import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

function statements(dialect: Dialect): readonly string[] {
  const { int, key, table } = columnTypes[dialect];
  return [
    // No reference to orders: the log of messages outlives what they tell of.
    `CREATE TABLE webhooks (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       order_id ${key},
       type TEXT NOT NULL,
       sealed TEXT NOT NULL,
       state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
       attempts ${int} NOT NULL DEFAULT 0,
       log TEXT NOT NULL DEFAULT '[]',
       created_at_ms ${int} NOT NULL,
       due_at_ms ${int}
     )${table}`,
    `CREATE INDEX webhooks_due ON webhooks (due_at_ms, id) WHERE state = 'pending'`,
    `CREATE INDEX webhooks_settled ON webhooks (created_at_ms, id) WHERE state <> 'pending'`,
    'CREATE INDEX webhooks_by_account ON webhooks (account_id, created_at_ms, id)',
    'CREATE INDEX webhooks_by_order ON webhooks (order_id, created_at_ms, id) WHERE order_id IS NOT NULL',
    // The one without an end signs; the others sign beside it until theirs.
    `CREATE TABLE webhook_secrets (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       sealed TEXT NOT NULL,
       until_ms ${int}
     )${table}`,
    'CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (account_id) WHERE until_ms IS NULL',
    'CREATE INDEX webhook_secrets_by_account ON webhook_secrets (account_id, until_ms)',
  ];
}

/** Webhooks that must leave, what became of them, and what they are signed with. */
export const webhooksMigration: Migration = { version: 4, name: 'webhooks', statements };
