import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { PostgresForTests } from '../../contract/postgres.ts';

/** Where PostgreSQL is, or why there is none. */
export function postgresForTests(): PostgresForTests {
  const url = process.env['SWATH_TEST_DATABASE_URL'];
  return (
    inject('postgres') ??
    (url ? { url, noPostgis: null } : { skipReason: 'no PostgreSQL: set SWATH_TEST_DATABASE_URL' })
  );
}

/** An empty database of its own for one test. */
export async function freshDatabase(url: string): Promise<string> {
  const name = `swath_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(url, `CREATE DATABASE ${name}`);
  onTestFinished(() => asAdministrator(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
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
