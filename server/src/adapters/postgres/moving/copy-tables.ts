import { Client, TypeOverrides } from 'pg';
import type { Connection } from '../../sqlite/driver.ts';
import { explain } from '../unavailable.ts';
import { type ContentDigest, createContentDigest, isSame } from './content-digest.ts';
import { markTable } from './copy-mark.ts';
import { type Table, tablesOf } from './sqlite-tables.ts';

export type CopiedTable = { readonly name: string } & ContentDigest;

/** Parameters that one statement may have. */
const mostParameters = 30_000;
const rowsAtOnce = 1_000;
const int8 = 20;

export type Query = <R>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>;

/** Changes of rows that only the new store can name; runs before the commit. */
export type Adjust = (query: Query) => Promise<void>;

/**
 * All tables in one transaction, each read back and compared before it is committed: all of it is there, or nothing.
 * Null where they are in the target already.
 */
export async function copyTables(
  from: Connection | null,
  url: string,
  adjust: Adjust,
): Promise<readonly CopiedTable[]> {
  const types = new TypeOverrides();
  types.setTypeParser(int8, Number);
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'swath copy',
    types,
  });
  // One that is lost at rest fails the next query; its own event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    const copied = from === null ? [] : await copyEach(from, client);
    await adjust(async (text, values = []) => (await client.query(text, [...values])).rows as never);
    await client.query(`DROP TABLE IF EXISTS ${markTable}`);
    await client.query('COMMIT');
    return copied;
  } catch (error) {
    throw explain(error);
  } finally {
    // What is not committed is undone with the connection.
    await client.end().catch(() => undefined);
  }
}

async function copyEach(from: Connection, client: Client): Promise<readonly CopiedTable[]> {
  const tables = tablesOf(from);
  await requireEmpty(client, tables);
  // Its one row is made with the schema.
  await client.query('DELETE FROM installation');
  const copied: CopiedTable[] = [];
  for (const table of tables) copied.push({ name: table.name, ...(await copyTable(from, client, table)) });
  return copied;
}

async function requireEmpty(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const rows = name === 'installation' ? 'installation WHERE wrapped_key IS NOT NULL' : name;
    if ((await client.query(`SELECT 1 FROM ${rows} LIMIT 1`)).rowCount !== 0)
      throw new Error(`the target is not empty: there is something in its table ${name}`);
  }
}

async function copyTable(from: Connection, client: Client, table: Table): Promise<ContentDigest> {
  const { name, columns } = table;
  const list = columns.map((column) => `"${column}"`).join(', ');
  const read = from.prepare(`SELECT ${list} FROM "${name}"`);
  read.setReturnArrays(true);
  const given = createContentDigest();
  const most = Math.min(rowsAtOnce, Math.floor(mostParameters / columns.length));
  let waiting: (readonly unknown[])[] = [];
  const store = async () => {
    if (waiting.length === 0) return;
    const places = waiting.map(
      (_, row) => `(${columns.map((__, i) => `$${row * columns.length + i + 1}`).join(', ')})`,
    );
    await client.query(`INSERT INTO "${name}" (${list}) VALUES ${places.join(', ')}`, waiting.flat());
    waiting = [];
  };
  for (const row of read.iterate() as IterableIterator<readonly unknown[]>) {
    given.add(row);
    waiting.push(row);
    if (waiting.length >= most) await store();
  }
  await store();
  const stored = await digestOf(client, table, list);
  if (!isSame(given.result(), stored))
    throw new Error(`what was stored of the table ${name} is not what was read: nothing was copied`);
  return stored;
}

async function digestOf(client: Client, { name }: Table, list: string): Promise<ContentDigest> {
  const digest = createContentDigest();
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${list} FROM "${name}"`);
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: `FETCH ${rowsAtOnce} FROM copied`, rowMode: 'array' });
    if (rows.length === 0) break;
    for (const row of rows) digest.add(row);
  }
  await client.query('CLOSE copied');
  return digest.result();
}
