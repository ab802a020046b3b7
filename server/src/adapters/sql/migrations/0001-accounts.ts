import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

const appendOnly = {
  sqlite: [
    `CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
    `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
  ],
  postgres: [
    `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
    `CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  ],
} as const;

function statements(dialect: Dialect): readonly string[] {
  const { int, key, table, clustered } = columnTypes[dialect];
  return [
    // The single row is also the lock under which administrators are counted.
    `CREATE TABLE installation (
       one ${int} PRIMARY KEY CHECK (one = 1),
       wrapped_key TEXT
     )${table}`,
    'INSERT INTO installation (one) VALUES (1)',
    `CREATE TABLE organizations (
       id ${key} PRIMARY KEY,
       name TEXT NOT NULL,
       limits TEXT NOT NULL,
       collections TEXT,
       created_at_ms ${int} NOT NULL,
       modified_at_ms ${int} NOT NULL
     )${table}`,
    `CREATE TABLE accounts (
       id ${key} PRIMARY KEY,
       organization_id ${key} NOT NULL REFERENCES organizations (id),
       email TEXT NOT NULL,
       email_key ${key} NOT NULL UNIQUE,
       name TEXT NOT NULL,
       role TEXT NOT NULL CHECK (role IN ('admin', 'member')),
       permissions TEXT NOT NULL,
       is_active ${int} NOT NULL,
       password_hash TEXT,
       created_at_ms ${int} NOT NULL,
       modified_at_ms ${int} NOT NULL
     )${table}`,
    'CREATE INDEX accounts_by_age ON accounts (created_at_ms, id)',
    `CREATE INDEX accounts_active_admins ON accounts (id) WHERE role = 'admin' AND is_active = 1`,
    `CREATE TABLE projects (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       name ${key} NOT NULL,
       created_at_ms ${int} NOT NULL,
       UNIQUE (account_id, name)
     )${table}`,
    // No reference to projects: a key outlives its project.
    `CREATE TABLE api_keys (
       id ${key} PRIMARY KEY,
       lookup ${key} NOT NULL UNIQUE,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       name TEXT,
       description TEXT,
       project TEXT,
       permissions TEXT NOT NULL,
       is_restricted ${int} NOT NULL,
       collections TEXT,
       sealed TEXT NOT NULL,
       created_at_ms ${int} NOT NULL,
       expires_at_ms ${int} NOT NULL,
       ended_at_ms ${int}
     )${table}`,
    'CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at_ms, id)',
    // Apart from the key, so that noting a use does not rewrite the key's row and indexes.
    `CREATE TABLE api_key_uses (
       key_id ${key} PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
       used_at_ms ${int} NOT NULL,
       address TEXT NOT NULL,
       agent TEXT NOT NULL
     )${clustered}`,
    `CREATE TABLE sessions (
       id ${key} PRIMARY KEY,
       account_id ${key} NOT NULL REFERENCES accounts (id),
       kind TEXT NOT NULL CHECK (kind IN ('grant', 'web')),
       cookie_hash ${key} UNIQUE,
       counter ${int} NOT NULL,
       rotated_at_ms ${int} NOT NULL,
       created_at_ms ${int} NOT NULL,
       expires_at_ms ${int} NOT NULL
     )${clustered}`,
    'CREATE INDEX sessions_by_account ON sessions (account_id)',
    'CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms)',
    `CREATE TABLE access_tokens (
       token_hash ${key} PRIMARY KEY,
       session_id ${key} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
       expires_at_ms ${int} NOT NULL
     )${clustered}`,
    'CREATE INDEX access_tokens_by_session ON access_tokens (session_id)',
    'CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at_ms)',
    // The key makes a new link of the same purpose take the place of the old one.
    `CREATE TABLE one_time_links (
       account_id ${key} NOT NULL REFERENCES accounts (id),
       purpose ${key} NOT NULL,
       token_hash ${key} NOT NULL UNIQUE,
       expires_at_ms ${int} NOT NULL,
       PRIMARY KEY (account_id, purpose)
     )${clustered}`,
    `CREATE TABLE throttle (
       subject ${key} PRIMARY KEY,
       failures ${int} NOT NULL,
       last_failure_ms ${int} NOT NULL
     )${clustered}`,
    'CREATE INDEX throttle_by_age ON throttle (last_failure_ms)',
    `CREATE TABLE outbox (
       id ${key} PRIMARY KEY,
       sealed TEXT NOT NULL,
       queued_at_ms ${int} NOT NULL,
       due_at_ms ${int} NOT NULL,
       attempts ${int} NOT NULL DEFAULT 0,
       is_abandoned ${int} NOT NULL DEFAULT 0,
       error TEXT
     )${table}`,
    'CREATE INDEX outbox_due ON outbox (due_at_ms, id) WHERE is_abandoned = 0',
    `CREATE TABLE audit_log (
       id ${key} PRIMARY KEY,
       at_ms ${int} NOT NULL,
       actor_id TEXT,
       actor TEXT NOT NULL,
       action TEXT NOT NULL,
       target_id ${key},
       detail TEXT NOT NULL,
       address TEXT,
       request_id TEXT
     )${table}`,
    'CREATE INDEX audit_log_by_age ON audit_log (at_ms, id)',
    'CREATE INDEX audit_log_by_target ON audit_log (target_id, at_ms, id)',
    ...appendOnly[dialect],
  ];
}

/** Accounts, keys, sessions, one-time links, mail and the audit. */
export const accountsMigration: Migration = { version: 1, name: 'accounts', statements };
