import { Client } from 'pg';
import type { Sql } from '../sql/database.ts';
import { types } from './connections.ts';
import { createPostgresSql } from './postgres-sql.ts';
import { explain } from './unavailable.ts';

/** Reads over one connection as the database lies there: applies no migration. */
export async function lookIntoPostgres<T>(url: string, read: (sql: Sql) => Promise<T>): Promise<T> {
  const options = { connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'swath', types };
  const client = new Client(options);
  // One that is lost at rest fails the next query; its own event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await read(createPostgresSql(client));
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => {});
  }
}
