import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { openPostgres } from '../../server/src/adapters/postgres/open.ts';
import { migrations } from '../../server/src/adapters/sql/migrate.ts';
import type { Database } from '../../server/src/adapters/sql/database.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { openSqlite } from '../../server/src/adapters/sqlite/open.ts';

/** An empty store of its own for a suite or a test. */
export type TestStore = {
  readonly db: Database;
  /** Another node on the same data. */
  open(): Promise<Database>;
  /** Runs SQL past the ports, as an intruder or a newer release would. */
  raw(text: string): Promise<void>;
  /** Everything that lies at rest, as text. */
  bytes(): Promise<string>;
  drop(): Promise<void>;
};

export type FreshStore = () => Promise<TestStore>;

async function withNodes(open: () => Promise<Database>, rest: Pick<TestStore, 'raw' | 'bytes'>, drop: () => unknown) {
  const nodes = [await open()];
  return {
    db: nodes[0]!,
    ...rest,
    async open() {
      const node = await open();
      nodes.push(node);
      return node;
    },
    async drop() {
      for (const node of nodes) await node.close();
      await drop();
    },
  };
}

export async function freshSqlite(): Promise<TestStore & { readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-contract-'));
  const file = join(folder, 'app.db');
  const raw = async (text: string) => {
    const connection = connect(file);
    try {
      connection.exec(text);
    } finally {
      connection.close();
    }
  };
  const bytes = async () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('\n');
  const drop = () => rmSync(folder, { recursive: true, force: true });
  return { ...(await withNodes(() => openSqlite(file), { raw, bytes }, drop)), file };
}

export async function freshPostgres(url: string): Promise<TestStore> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const query = async (text: string) => {
    const client = new Client({ connectionString: url, options: `-c search_path=${schema}` });
    await client.connect();
    try {
      return (await client.query<{ text: string }>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const raw = async (text: string) => void (await query(text));
  const bytes = async () => {
    const rows = await query(`SELECT query_to_xml('SELECT * FROM ' || tablename, true, false, '')::text AS text
      FROM pg_tables WHERE schemaname = '${schema}'`);
    return rows.map(({ text }) => text).join('\n');
  };
  return withNodes(
    () => openPostgres(url, { schema, connections: 10 }),
    { raw, bytes },
    () => raw(`DROP SCHEMA ${schema} CASCADE`),
  );
}

/** Children before their parents; what is appended alone goes too. */
const deleteRows = `DO $$ DECLARE each regclass; BEGIN
  ALTER TABLE audit_log DISABLE TRIGGER USER;
  FOR each IN SELECT oid::regclass FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'schema_version' ORDER BY oid DESC
  LOOP EXECUTE format('DELETE FROM %s', each); END LOOP;
  ALTER TABLE audit_log ENABLE TRIGGER USER;
END $$`;
const firstRows = migrations
  .flatMap(({ statements }) => statements('postgres'))
  .filter((statement) => statement.startsWith('INSERT INTO'));

/** Tables are made for the first test that wants a store, and emptied for the next: to make them takes many times as long. */
function emptiedPostgres(url: string): { readonly fresh: FreshStore; drop(): Promise<void> } {
  let spare: TestStore | null = null;
  const fresh = async (): Promise<TestStore> => {
    const store = spare ?? (await freshPostgres(url));
    spare = null;
    let isTouched = false;
    const more: Database[] = [];
    return {
      ...store,
      db: {
        ...store.db,
        close: () => {
          isTouched = true;
          return store.db.close();
        },
      },
      async open() {
        const node = await store.open();
        more.push(node);
        return node;
      },
      raw(text) {
        isTouched = true;
        return store.raw(text);
      },
      async drop() {
        for (const node of more) await node.close();
        if (isTouched || spare !== null) return store.drop();
        await store.raw([deleteRows, ...firstRows].join(';'));
        spare = store;
      },
    };
  };
  return { fresh, drop: async () => spare?.drop() };
}

/** Runs one suite over every store there is; a store that is missing is skipped with its reason in the name. */
export function onEveryStore(suite: (fresh: FreshStore) => void): void {
  describe('on SQLite', () => {
    suite(freshSqlite);
  });
  const postgres = inject('postgres') ?? { skipReason: 'tests/contract/postgres.ts is not in globalSetup' };
  const url = 'url' in postgres ? postgres.url : '';
  const reason = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';
  describe.skipIf(url === '')(`on PostgreSQL${reason}`, () => {
    const { fresh, drop } = emptiedPostgres(url);
    afterAll(drop);
    suite(fresh);
  });
}
