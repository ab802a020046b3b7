import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

// Every tile that is settled rewrites its order's row, so that all that is long and never changes stands apart.
function orderTables(dialect: Dialect): readonly string[] {
  const { int, real, key, table } = columnTypes[dialect];
  return [
    `CREATE TABLE orders (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       organization_id ${key} NOT NULL REFERENCES organizations (id),
       state TEXT NOT NULL CHECK (state IN ('RUNNING', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED')),
       created_at_ms ${int} NOT NULL,
       changed_at_ms ${int} NOT NULL,
       finished_at_ms ${int},
       failure TEXT,
       select_id TEXT,
       bucket_identity ${key} NOT NULL,
       prefix ${key} NOT NULL,
       content_key ${key} NOT NULL,
       fingerprint ${key} NOT NULL,
       is_managed ${int} NOT NULL,
       are_files_gone ${int} NOT NULL DEFAULT 0,
       has_manifest ${int} NOT NULL,
       runs ${int} NOT NULL,
       area_fresh ${real} NOT NULL,
       area_standard ${real} NOT NULL,
       area_training ${real} NOT NULL,
       cost_fresh ${real},
       cost_standard ${real},
       cost_training ${real},
       tiles_total ${int} NOT NULL,
       tiles_delivered ${int} NOT NULL DEFAULT 0,
       tiles_failed ${int} NOT NULL DEFAULT 0,
       unsettled ${int} NOT NULL,
       delivered_bytes ${int} NOT NULL DEFAULT 0,
       served ${int} NOT NULL DEFAULT 0,
       due_at_ms ${int} NOT NULL,
       holder ${key},
       fence ${int} NOT NULL DEFAULT 0,
       end_error TEXT,
       sealed_credentials TEXT
     )${table}`,
    `CREATE TABLE order_documents (
       order_id ${key} PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
       settings TEXT NOT NULL,
       output TEXT NOT NULL,
       notifications TEXT NOT NULL,
       warnings TEXT NOT NULL,
       metadata TEXT NOT NULL,
       as_sent TEXT NOT NULL,
       acquisitions TEXT NOT NULL,
       aoi TEXT
     )${table}`,
    'CREATE INDEX orders_by_account ON orders (account_id, created_at_ms, id)',
    'CREATE INDEX orders_by_organization ON orders (organization_id, created_at_ms)',
    'CREATE INDEX orders_by_fingerprint ON orders (account_id, fingerprint, created_at_ms, id)',
    'CREATE INDEX orders_by_place ON orders (bucket_identity, prefix, content_key) WHERE is_managed = 0',
    `CREATE INDEX orders_in_turn ON orders (served, id) WHERE state = 'RUNNING' AND unsettled > 0`,
    `CREATE INDEX orders_to_end ON orders (due_at_ms, id) WHERE state = 'RUNNING' AND unsettled = 0`,
    'CREATE INDEX orders_held ON orders (holder) WHERE holder IS NOT NULL',
    `CREATE INDEX orders_managed ON orders (finished_at_ms, id)
     WHERE is_managed = 1 AND are_files_gone = 0 AND finished_at_ms IS NOT NULL`,
  ];
}

function tileTables(dialect: Dialect): readonly string[] {
  const { int, key, table } = columnTypes[dialect];
  return [
    // A queued tile is due when it may be tried, a running one when its lease ends, a settled one never.
    `CREATE TABLE order_tiles (
       order_id ${key} NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
       number ${int} NOT NULL,
       state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'delivered', 'failed')),
       due_at_ms ${int},
       holder ${key},
       fence ${int} NOT NULL DEFAULT 0,
       attempts ${int} NOT NULL DEFAULT 0,
       failures ${int} NOT NULL DEFAULT 0,
       delivered_bytes ${int} NOT NULL DEFAULT 0,
       acquisition_id TEXT NOT NULL,
       cell_id TEXT NOT NULL,
       error TEXT,
       files TEXT,
       PRIMARY KEY (order_id, number)
     )${table}`,
    'CREATE INDEX order_tiles_open ON order_tiles (order_id, due_at_ms, number) WHERE due_at_ms IS NOT NULL',
    'CREATE INDEX order_tiles_held ON order_tiles (holder) WHERE holder IS NOT NULL',
    `CREATE TABLE order_tile_specs (
       order_id ${key} NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
       number ${int} NOT NULL,
       spec TEXT NOT NULL,
       PRIMARY KEY (order_id, number)
     )${table}`,
  ];
}

function placingTables(dialect: Dialect): readonly string[] {
  const { int, key, clustered } = columnTypes[dialect];
  return [
    `CREATE TABLE order_idempotency (
       account_id ${key} NOT NULL REFERENCES accounts (id),
       key ${key} NOT NULL,
       order_id ${key} NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
       body_hash TEXT NOT NULL,
       expires_at_ms ${int} NOT NULL,
       PRIMARY KEY (account_id, key)
     )${clustered}`,
    'CREATE INDEX order_idempotency_by_expiry ON order_idempotency (expires_at_ms)',
    `CREATE TABLE bucket_owners (
       identity ${key} PRIMARY KEY,
       organization_id ${key} NOT NULL REFERENCES organizations (id)
     )${clustered}`,
    `CREATE TABLE bucket_grants (
       identity ${key} NOT NULL,
       organization_id ${key} NOT NULL REFERENCES organizations (id),
       PRIMARY KEY (identity, organization_id)
     )${clustered}`,
  ];
}

const statements = (dialect: Dialect): readonly string[] => [
  ...orderTables(dialect),
  ...tileTables(dialect),
  ...placingTables(dialect),
];

/** Orders, their tiles, and whose buckets are. */
export const ordersMigration: Migration = { version: 3, name: 'orders', statements };
