import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { PostgresForTests } from '../../contract/postgres.ts';

/** Where a PostgreSQL is that a service can stand on, or why there is none. */
export function postgresForTests(): PostgresForTests {
  const url = process.env['SWATH_TEST_DATABASE_URL'];
  const found: PostgresForTests =
    inject('postgres') ??
    (url ? { url, noPostgis: null } : { skipReason: 'no PostgreSQL: set SWATH_TEST_DATABASE_URL' });
  return 'url' in found && found.noPostgis !== null ? { skipReason: found.noPostgis } : found;
}

/** An empty database of its own for one test. */
export async function freshDatabase(url: string): Promise<string> {
  const database = await freshDatabaseOf(url);
  onTestFinished(database.drop);
  return database.url;
}

/** The same for several tests, which drop it themselves. */
export async function freshDatabaseOf(url: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `swath_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(url, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => asAdministrator(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function asAdministrator(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
