import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explain, isWorthRetrying } from '../../server/src/adapters/postgres/unavailable.ts';
import { type Fixture, startFixture } from '../abuse/support/fixture.ts';
import { call, createKey, keysPath } from '../abuse/support/call.ts';
import { postgresForTests } from '../abuse/support/postgres-database.ts';
import { itemJson, makeCollection } from '../catalog/contract/fixtures.ts';
import { type OwnPostgres, startOwnPostgres, startStandby } from '../contract/postgres.ts';

const postgres = postgresForTests();
const reason = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';
const items = '/collections/a/items';

describe.skipIf('skipReason' in postgres)(`searches on a hot standby${reason}`, () => {
  let [primary, standby]: OwnPostgres[] = [];
  let [onPrimary, onStandby]: Client[] = [];
  let fixture: Fixture;

  beforeAll(async () => {
    primary = (await startOwnPostgres())!;
    // Gives way to the primary quickly: who waits for that is a test.
    standby = await startStandby(primary, ['max_standby_streaming_delay=50ms']);
    fixture = await startFixture({ SWATH_DATABASE_URL: primary.url, SWATH_SEARCH_DATABASE_URL: standby.url });
    await fixture.service.catalog.putCollection(makeCollection('a'), 'insert', null);
    onPrimary = await connected(primary.url);
    onStandby = await connected(standby.url);
    await caughtUp();
  });
  afterAll(async () => {
    await fixture?.stop();
    await Promise.all([onPrimary?.end(), onStandby?.end()]);
    await standby?.stop();
    await primary?.stop();
  });

  async function caughtUp(): Promise<void> {
    const { rows } = await onPrimary!.query<{ at: string }>('SELECT pg_current_wal_lsn() AS at');
    while (!(await holdsThere('pg_last_wal_replay_lsn() >= $1::pg_lsn', [rows[0]!.at]))) await setTimeout(5);
  }
  /** Asked again where the standby ends the question itself for the sake of the primary. */
  async function holdsThere(condition: string, params: readonly string[] = []): Promise<boolean> {
    try {
      return (await onStandby!.query<{ is: boolean }>(`SELECT ${condition} AS is`, [...params])).rows[0]!.is;
    } catch (error) {
      if (isWorthRetrying(error)) return false;
      throw error;
    }
  }
  const store = (id: string) =>
    call(fixture.url, items, { method: 'POST', bearer: fixture.adminBearer, body: itemJson(id) });
  const found = async (key = fixture.key.api_key) => {
    const { status, json } = await call(fixture.url, '/search', { method: 'POST', key, body: { collections: ['a'] } });
    return status === 200 ? (json as { features: { id: string }[] }).features.map(({ id }) => id).toSorted() : status;
  };
  /** What is written to the primary meanwhile is not seen on the standby. */
  async function whileItLags(act: () => Promise<void>): Promise<void> {
    await caughtUp();
    while (!(await holdsThere('pg_wal_replay_pause() IS NOT NULL'))) await setTimeout(5);
    while (!(await holdsThere("pg_get_wal_replay_pause_state() = 'paused'"))) await setTimeout(5);
    try {
      await act();
    } finally {
      while (!(await holdsThere('pg_wal_replay_resume() IS NOT NULL'))) await setTimeout(5);
      await caughtUp();
    }
  }

  test('POST /search is answered by the standby: what it has not heard of is found when it has', async () => {
    await whileItLags(async () => {
      expect((await store('one')).status).toBe(201);
      expect(await found()).toEqual([]);
      expect((await call(fixture.url, `${items}/one`, { key: fixture.key.api_key })).status).toBe(200);
    });
    expect(await found()).toEqual(['one']);
  });

  test('credentials are read on the primary: those made are taken and those deleted refused though the standby lags', async () => {
    const old = await createKey(fixture.url, fixture.memberBearer);
    expect(await found(old.api_key)).toEqual(['one']);
    await whileItLags(async () => {
      const removal = { method: 'DELETE', bearer: fixture.memberBearer };
      expect((await call(fixture.url, `${keysPath}/id/${old.id}`, removal)).status).toBe(204);
      expect(await found(old.api_key)).toBe(401);
      const fresh = await createKey(fixture.url, fixture.memberBearer);
      expect(await found(fresh.api_key)).toEqual(['one']);
      const { rows } = await onStandby!.query<{ n: number }>('SELECT count(*)::int AS n FROM api_keys WHERE id = $1', [
        fresh.id,
      ]);
      expect(rows[0]!.n).toBe(0);
      const { url, adminBearer, member } = fixture;
      const off = { method: 'PATCH', bearer: adminBearer, body: { active: false } };
      expect((await call(url, `/admin/accounts/${member.id}`, off)).status).toBe(200);
      expect(await found(fresh.api_key)).toBe(401);
    });
  });

  test('a query that the standby ends for the sake of the primary is told as out of reach', async () => {
    await onPrimary!.query('CREATE TABLE in_the_way (n int)');
    await caughtUp();
    const reader = await connected(standby!.url);
    await reader.query('BEGIN; SELECT * FROM in_the_way');
    const ended = reader.query('SELECT pg_sleep(20)').catch((error: unknown) => error);
    await onPrimary!.query('DROP TABLE in_the_way');
    expect(explain(await ended)).toMatchObject({ kind: 'unavailable' });
    await reader.end().catch(() => {});
  });

  test('503 for searches and lists while the standby has not heard of a table, 200 by itself when it has', async () => {
    const { url, adminBearer: bearer } = fixture;
    const { api_key: key } = await createKey(url, bearer);
    await onPrimary!.query('ALTER TABLE catalog_state RENAME TO of_another_release');
    await whileItLags(async () => {
      await onPrimary!.query('ALTER TABLE of_another_release RENAME TO catalog_state');
      expect(await found(key)).toBe(503);
      expect((await call(url, items, { key })).status).toBe(503);
      expect((await call(url, `${items}/one`, { key })).status).toBe(200);
    });
    expect(await found(key)).toEqual(['one']);
  });

  test('503 for searches while the standby is gone, all else goes on, and 200 by itself when it is back', async () => {
    const { url, adminBearer: bearer } = fixture;
    const { api_key: key } = await createKey(url, bearer);
    await onStandby!.end();
    await standby!.halt();
    const search = await call(url, '/search', { method: 'POST', key, body: {} });
    expect([search.status, Number(search.headers['retry-after'])]).toEqual([503, 1]);
    expect((await call(url, '/auth/self', { key })).status).toBe(200);
    expect((await call(url, `${items}/one`, { key })).status).toBe(200);
    expect((await store('two')).status).toBe(201);
    expect((await call(url, '/readyz')).status).toBe(200);
    await standby!.resume();
    onStandby = await connected(standby!.url);
    await caughtUp();
    expect(await found(key)).toEqual(['one', 'two']);
  });
});

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}
