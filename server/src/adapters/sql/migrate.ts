import type { Dialect, Sql } from './database.ts';
import { accountsMigration } from './migrations/0001-accounts.ts';
import { selectsMigration } from './migrations/0002-selects.ts';
import { ordersMigration } from './migrations/0003-orders.ts';
import { webhooksMigration } from './migrations/0004-webhooks.ts';
import { ingestJobsMigration } from './migrations/0005-ingest-jobs.ts';
import { savedSearchesMigration } from './migrations/0006-saved-searches.ts';
import { usageMigration } from './migrations/0007-usage.ts';
import { rateCountsMigration } from './migrations/0008-rate-counts.ts';
import { operatingMigration } from './migrations/0009-operating.ts';
import { settledUsageMigration } from './migrations/0010-settled-usage.ts';
import { orderTurnsMigration } from './migrations/0011-order-turns.ts';

/** One step of the schema; its statements run in one transaction. */
export type Migration = {
  readonly version: number;
  readonly name: string;
  /** Whole tables: it takes minutes. */
  readonly writesAnew?: true;
  /** Processes that know the tables of before cannot go on. */
  readonly endsEarlierReleases?: true;
  readonly statements: (dialect: Dialect) => readonly string[];
};

export type SchemaReport = {
  readonly from: number;
  readonly to: number;
  readonly applied: readonly { readonly version: number; readonly name: string }[];
};

/** The database was written by a later release than this one. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';
}

export const migrations: readonly Migration[] = [
  accountsMigration,
  selectsMigration,
  ordersMigration,
  webhooksMigration,
  ingestJobsMigration,
  savedSearchesMigration,
  usageMigration,
  rateCountsMigration,
  operatingMigration,
  settledUsageMigration,
  orderTurnsMigration,
];
export const latestVersion = lastOf(migrations);

function lastOf(steps: readonly Migration[]): number {
  return Math.max(...steps.map(({ version }) => version));
}

const versionTable = (table: string) => `CREATE TABLE IF NOT EXISTS ${table} (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at_ms BIGINT NOT NULL)`;

/** Runs `work` in one transaction that no other migrating process can be in at the same time. */
export type Exclusively = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Brings the schema up to this release, one transaction for each migration; `table` says what was applied. */
export async function migrate(
  dialect: Dialect,
  exclusively: Exclusively,
  steps: readonly Migration[] = migrations,
  table = 'schema_version',
): Promise<SchemaReport> {
  const applied: { version: number; name: string }[] = [];
  const from = await exclusively((sql) => readVersion(sql, table, lastOf(steps)));
  for (;;) {
    const next = await exclusively((sql) => applyNext(sql, dialect, steps, table));
    if (next === null) return { from, to: lastOf(steps), applied };
    applied.push({ version: next.version, name: next.name });
  }
}

async function readVersion(sql: Sql, table: string, latest: number): Promise<number> {
  await sql.run(versionTable(table));
  const row = await sql.get<{ version: number | null }>(`SELECT MAX(version) AS version FROM ${table}`);
  const version = row?.version ?? 0;
  if (version <= latest) return version;
  throw new NewerSchema(
    `the database has schema version ${version}, this release knows ${latest}: start the newer release, or restore a backup made before the upgrade`,
  );
}

// Reads the version again under the lock: another process may have migrated in between.
async function applyNext(
  sql: Sql,
  dialect: Dialect,
  steps: readonly Migration[],
  table: string,
): Promise<Migration | null> {
  const version = await readVersion(sql, table, lastOf(steps));
  const [next] = steps.filter((step) => step.version > version).sort((a, b) => a.version - b.version);
  if (next === undefined) return null;
  for (const statement of next.statements(dialect)) await sql.run(statement);
  await sql.run(`INSERT INTO ${table} (version, name, applied_at_ms) VALUES ($1, $2, $3)`, [
    next.version,
    next.name,
    Date.now(),
  ]);
  return next;
}
