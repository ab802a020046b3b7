import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

/** Entries may go once they are older than what is kept; nothing else of the audit ever changes. */
const appendOnly = {
  sqlite: [
    'DROP TRIGGER IF EXISTS audit_log_no_delete',
    `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
     WHEN OLD.at_ms >= (SELECT audit_from_ms FROM operating)
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
  ],
  postgres: [
    'DROP TRIGGER IF EXISTS audit_log_append_only ON audit_log',
    `CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
    `CREATE OR REPLACE FUNCTION refuse_audit_delete() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
       IF OLD.at_ms >= (SELECT audit_from_ms FROM operating) THEN
         RAISE EXCEPTION 'the audit log is append-only';
       END IF;
       RETURN OLD;
     END $$`,
    'DROP TRIGGER IF EXISTS audit_log_no_delete ON audit_log',
    `CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
     FOR EACH ROW EXECUTE FUNCTION refuse_audit_delete()`,
  ],
} as const;

function statements(dialect: Dialect): readonly string[] {
  const { int, table } = columnTypes[dialect];
  return [
    `CREATE TABLE operating (
       one ${int} PRIMARY KEY CHECK (one = 1),
       audit_from_ms ${int} NOT NULL DEFAULT 0,
       paused_at_ms ${int}
     )${table}`,
    'INSERT INTO operating (one) VALUES (1)',
    ...appendOnly[dialect],
    // What was used outlives what was ordered: the row stays, its documents and tiles go.
    `ALTER TABLE orders ADD COLUMN is_forgotten ${int} NOT NULL DEFAULT 0`,
    `CREATE INDEX orders_ended ON orders (finished_at_ms, id) WHERE is_forgotten = 0 AND finished_at_ms IS NOT NULL`,
  ];
}

/** What an operator tells the service while it runs, and how long it keeps what has ended. */
export const operatingMigration: Migration = { version: 9, name: 'operating', statements };
