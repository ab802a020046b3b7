import { Client } from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { latestVersion, migrations } from '../../server/src/adapters/sql/migrate.ts';
import { lookIntoPostgres } from '../../server/src/adapters/postgres/look.ts';
import { openPostgres } from '../../server/src/adapters/postgres/open.ts';
import { freshPostgres, onEveryStore, type TestStore } from './backends.ts';
import { addAccount, addKey, atOnce, patchAudit, storedKey, vault } from './fixtures.ts';

it('migrations are numbered from 1 without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

onEveryStore((fresh) => {
  let store: TestStore;
  afterEach(() => store.drop());

  it('opening migrates once and says what it applied', async () => {
    store = await fresh();
    expect(store.db.schema).toMatchObject({ from: 0, to: latestVersion });
    expect(store.db.schema.applied).toHaveLength(latestVersion);
    expect((await store.open()).schema).toEqual({ from: latestVersion, to: latestVersion, applied: [] });
  });

  it('a newer schema is refused by name, and nothing is changed', async () => {
    store = await fresh();
    await store.raw(`INSERT INTO schema_version (version, name, applied_at_ms) VALUES (999, 'future', 0)`);
    await expect(store.open()).rejects.toMatchObject({
      name: 'NewerSchema',
      message: expect.stringContaining('999') as string,
    });
  });

  it('what was written is there after a restart', async () => {
    store = await fresh();
    const account = await addAccount(store.db);
    const stored = storedKey(account.id);
    await addKey(store.db, stored);
    await store.db.close();
    const again = await store.open();
    expect((await createApiKeyStore(again).byLookup(stored.lookup))?.key).toEqual(stored.key);
  });
});

const postgres = inject('postgres') ?? { skipReason: 'not configured' };
const url = 'url' in postgres ? postgres.url : '';

describe.skipIf(url === '')('on PostgreSQL', () => {
  let store: TestStore | undefined;
  afterEach(async () => {
    await store?.drop();
    store = undefined;
  });

  it('nodes that start together on an empty database all open', async () => {
    store = await freshPostgres(url);
    await store.raw('DROP SCHEMA IF EXISTS start_together CASCADE');
    const nodes = await atOnce(4, () => openPostgres(url, { schema: 'start_together' }));
    // Each step by one of them, whichever comes first.
    const applied = nodes.flatMap(({ schema }) => schema.applied.map(({ version }) => version));
    expect(applied.toSorted((a, b) => a - b)).toEqual(migrations.map(({ version }) => version));
    await Promise.all(nodes.map((node) => node.close()));
    await store.raw('DROP SCHEMA start_together CASCADE');
  });

  it('a node waits for one that migrates, however long it may wait for an answer otherwise', async () => {
    store = await freshPostgres(url);
    const migrating = new Client({ connectionString: url });
    await migrating.connect();
    // The same number that nodes take.
    await migrating.query('SELECT pg_advisory_lock(7328411)');
    const opening = openPostgres(url, { schema: 'waits_for_it', answerMs: 300 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await migrating.end();
    const node = await opening;
    expect(node.schema.to).toBe(latestVersion);
    await node.close();
    await store.raw('DROP SCHEMA waits_for_it CASCADE');
  });

  it('a connection that only looks and is lost at rest fails what is asked next, and not the process', async () => {
    store = await freshPostgres(url);
    const looking = lookIntoPostgres(url, async (sql) => {
      const { pid } = (await sql.get<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!;
      await store!.raw(`SELECT pg_terminate_backend(${pid})`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return sql.get('SELECT 1 AS one');
    });
    await expect(looking).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('the search path of the URL works as the schema option does', async () => {
    store = await freshPostgres(url);
    await store.raw('DROP SCHEMA IF EXISTS by_url CASCADE; CREATE SCHEMA by_url');
    const node = await openPostgres(`${url}?options=-csearch_path%3Dby_url`);
    await addAccount(node);
    expect(await store.db.read.all('SELECT id FROM by_url.accounts')).toHaveLength(1);
    await node.close();
    await store.raw('DROP SCHEMA by_url CASCADE');
  });

  it('a schema name that is SQL is refused', async () => {
    await expect(openPostgres(url, { schema: 'a; DROP TABLE x' })).rejects.toThrow('schema name');
  });

  it('a database whose encoding has not all characters is refused, with what to do', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const encoded = "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";
    try {
      await client.query('DROP DATABASE IF EXISTS swath_latin');
      await client.query(`CREATE DATABASE swath_latin ${encoded}`);
      const refused = openPostgres(Object.assign(new URL(url), { pathname: '/swath_latin' }).href);
      await expect(refused).rejects.toThrow(
        "is encoded as LATIN1, which has not all characters: make one with ENCODING 'UTF8'",
      );
    } finally {
      await client.query('DROP DATABASE IF EXISTS swath_latin WITH (FORCE)');
      await client.end();
    }
  });

  it('a server that does not answer is unavailable, without its address', async () => {
    const refused = openPostgres('postgres://swath:secret@127.0.0.1:1/none');
    const unavailable = { reason: 'the database is out of reach', retryAfterSeconds: 1 };
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable', detail: unavailable });
  });

  it('a server that has no connection left is told apart from one that is away', async () => {
    store = await freshPostgres(url);
    await store.raw('DROP ROLE IF EXISTS crowded; CREATE ROLE crowded LOGIN CONNECTION LIMIT 0');
    const refused = openPostgres(Object.assign(new URL(url), { username: 'crowded' }).href);
    const unavailable = { reason: 'the database takes no more connections', retryAfterSeconds: 1 };
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable', detail: unavailable });
    await store.raw('DROP ROLE crowded');
  });

  it('connections that the server drops cost no process and the next call works', async () => {
    const { db } = (store = await freshPostgres(url));
    const account = await addAccount(db);
    // Its own connections alone: other tests work on the same server meanwhile.
    const backend = 'SELECT pg_backend_pid() AS pid, pg_sleep(0.1)';
    const held = await Promise.all(Array.from({ length: 5 }, () => db.read.get<{ pid: number }>(backend)));
    const pids = [...new Set(held.map((row) => row!.pid))];
    expect(pids.length).toBeGreaterThan(1);
    await store.raw(`SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[${pids.join()}]) AS pid`);
    const accounts = createAccountStore(store.db, vault);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => accounts.byId(account.id)));
    const failures = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as unknown);
    for (const failure of failures) expect(failure).toMatchObject({ kind: 'unavailable' });
    await expect.poll(async () => (await accounts.byId(account.id).catch(() => null))?.account).toEqual(account);
  });

  it('a verb that loses a deadlock is run again', async () => {
    store = await freshPostgres(url);
    const account = await addAccount(store.db);
    const schema = (await store.db.read.get<{ name: string }>('SELECT current_schema() AS name'))!.name;
    // Who waits looks for a deadlock but once: not before the rival waits too, however slow that is.
    const node = await openPostgres(`${url}?options=-csearch_path%3D${schema}%20-cdeadlock_timeout%3D4s`);
    const rival = new Client({ connectionString: url, options: `-c search_path=${schema} -c deadlock_timeout=60s` });
    await rival.connect();
    await rival.query('BEGIN');
    await rival.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const update = createAccountStore(node, vault).change(account.id, { account: { name: 'After' } }, patchAudit());
    // Within a transaction pg_stat_activity stays as it was seen first; this does not.
    const waiters = `SELECT COUNT(*)::int AS n FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
    await expect.poll(async () => (await rival.query<{ n: number }>(waiters)).rows[0]?.n).toBeGreaterThan(0);
    await rival.query('SELECT one FROM installation FOR UPDATE');
    await rival.query('COMMIT');
    expect(await update).toEqual({});
    await rival.end();
    await node.close();
  });
});
