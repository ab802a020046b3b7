import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import { explain } from '../../../server/src/adapters/postgres/unavailable.ts';
import { everything } from '../../../server/src/catalog/search-request.ts';
import { find, makeItem, put, putCollections, search } from '../contract/fixtures.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

describe.skipIf(whyNone !== null)(`searches on PostgreSQL in trouble${whySkipped}`, () => {
  const own = ownSchema();
  let store: PostgresCatalog;
  beforeAll(async () => {
    store = await own.open();
    await putCollections(store.catalog, 'a');
    await put(store.catalog, [makeItem('one'), makeItem('two')]);
  });
  afterAll(() => own.drop());

  /** Holds the items so that every search of them waits. */
  async function holdingItems(work: () => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: serverUrl, options: `-c search_path=${own.schema}` });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE catalog_entries IN ACCESS EXCLUSIVE MODE');
    try {
      await work();
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
  }

  test('one that takes too long is stopped in the database and says so', async () => {
    await holdingItems(async () => {
      const { catalog } = await own.open({ searchTimeoutMs: 300 });
      await expect(search(catalog)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await waiting()).toBe(0);
    });
    expect(await find(store.catalog)).toEqual(['one', 'two']);
  });

  test('one that nobody waits for any more is stopped in the database', async () => {
    await holdingItems(async () => {
      const stopping = new AbortController();
      const asked = store.catalog.search(everything, 'all', { signal: stopping.signal });
      asked.catch(() => {});
      await untilItWaits();
      stopping.abort();
      await expect(asked).rejects.toThrow('aborted');
      expect(await waiting()).toBe(0);
    });
    expect(await find(store.catalog)).toEqual(['one', 'two']);
  });

  const ofWaiting = `FROM pg_locks WHERE NOT granted AND relation = '${own.schema}.catalog_entries'::regclass`;
  const waiting = async () => Number((await own.rows(`SELECT count(*) AS n ${ofWaiting}`))[0]!['n']);
  const untilItWaits = async () => {
    while ((await waiting()) === 0) await new Promise((resolve) => void setTimeout(resolve, 20));
  };

  /** Ends the server's process of whoever waits for the items. */
  const cut = () => own.rows(`SELECT pg_terminate_backend(pid) ${ofWaiting}`);

  test('those that take long leave connections to what is no search, and come to their turn', async () => {
    const { catalog } = await own.open({ connections: 6 });
    const leaving = new AbortController();
    let asked: Promise<unknown>[] = [];
    await holdingItems(async () => {
      asked = Array.from({ length: 12 }, () => search(catalog));
      const left = catalog.search(everything, 'all', { signal: leaving.signal });
      await untilItWaits();
      expect((await catalog.getItem('a', 'one', 'all'))?.id).toBe('one');
      expect((await catalog.getCollection('a', 'all'))?.id).toBe('a');
      leaving.abort();
      await expect(left).rejects.toThrow('aborted');
      await expect.poll(waiting).toBe(2);
    });
    expect(await Promise.all(asked)).toHaveLength(12);
  });

  test('connections that are cut fail with unavailable, and the next calls are answered', async () => {
    await find(store.catalog);
    await holdingItems(async () => {
      const asked = search(store.catalog).then(
        () => 'answered',
        (error: { kind?: string }) => error.kind,
      );
      await untilItWaits();
      await cut();
      expect(await asked).toBe('unavailable');
    });
    expect(await find(store.catalog)).toEqual(['one', 'two']);
    expect((await put(store.catalog, [makeItem('three')]))[0]!.outcome).toBe('created');
  });

  test('a write that waits too long for others says so, and not that the database is away', () => {
    const waited = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    expect(explain(waited)).toMatchObject({ kind: 'unavailable', detail: { reason: 'others write for long' } });
  });

  test('a second address answers searches, and the version is of both', async () => {
    // The same server here: what is told is that searches go there and all else does not.
    const other = new URL(serverUrl);
    other.searchParams.set('application_name', 'replica');
    const node = await own.open({ readUrl: other.href });
    expect(await find(node.catalog)).toContain('one');
    await put(node.catalog, [makeItem('four')]);
    expect(await find(node.catalog)).toContain('four');
    expect((await node.catalog.version()).split('.')).toHaveLength(2);
  });
});
