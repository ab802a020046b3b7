import { afterAll, describe, expect, test } from 'vitest';
import { createJsonDocuments } from '../../server/src/adapters/ingest/json-documents.ts';
import { openSource } from '../../server/src/adapters/ingest/open-source.ts';
import { documentOf } from '../../server/src/catalog/stored-document.ts';
import { type FakeServer, type Json, createBench, documentsIn, fakeServer, manyItems } from './support.ts';

const items = manyItems(25, { collection: 'remote', assets: { data: { href: './data.tif' } } });
const pageSize = 7;

const servers: FakeServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

type Paging = 'get' | 'post' | 'post-merge' | 'circle' | 'endless';

/** A STAC API with links of the kinds that there are. */
async function startApi(
  paging: Paging,
  more: { readonly failsAt?: () => number | null; readonly forgets?: () => boolean } = {},
): Promise<FakeServer> {
  const server: FakeServer = await fakeServer((request, text, response) => {
    const url = new URL(request.url!, server.url);
    if (url.pathname === '/api')
      return {
        type: 'Catalog',
        id: 'api',
        conformsTo: [],
        links: [{ rel: 'search', href: `${server.url}/api/search`, type: 'application/geo+json' }],
      };
    if (url.pathname === '/api/collections/remote')
      return {
        type: 'Collection',
        id: 'remote',
        description: 'far away',
        license: 'other',
        links: [{ rel: 'items', href: 'x' }],
        extent: { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [[null, null]] } },
      };
    if (url.pathname !== '/api/search') return null;
    const body = (request.method === 'POST' ? JSON.parse(text) : {}) as Json;
    const from = Number(body['token'] ?? url.searchParams.get('token') ?? 0);
    if (more.forgets?.() === true && from > 0) return null;
    if (more.failsAt?.() === from) {
      response.statusCode = 502;
      response.end();
      return undefined;
    }
    if (paging === 'post-merge' && from > pageSize && body['query'] !== 'kept') return null;
    return page(server.url, paging, from);
  });
  servers.push(server);
  return server;
}

function page(base: string, paging: Paging, from: number): Json {
  const features = paging === 'endless' ? [] : items.slice(from, from + pageSize);
  const to = from + pageSize;
  const href = `${base}/api/search`;
  const links: Record<Paging, Json> = {
    get: { rel: 'next', href: `search?token=${to}` },
    post: { rel: 'next', href, method: 'POST', body: { token: to } },
    'post-merge': {
      rel: 'next',
      href,
      method: 'POST',
      merge: true,
      body: from === 0 ? { token: to, query: 'kept' } : { token: to },
    },
    circle: { rel: 'next', href: `search?token=${Math.min(to, 14)}` },
    endless: { rel: 'next', href: `search?token=${to}` },
  };
  const isLast = to >= items.length && paging !== 'circle' && paging !== 'endless';
  return { type: 'FeatureCollection', numberMatched: items.length, features, links: isLast ? [] : [links[paging]] };
}

const quick = { attempts: 2, firstDelayMs: 1, longestDelayMs: 1 };

const open = (place: string, from: readonly string[] = []) =>
  openSource(place, {
    kind: null,
    from,
    documents: createJsonDocuments({ arePrivateAllowed: true, mayReadFiles: false, patience: quick }),
    openFolder: () => Promise.reject(new Error('no folder')),
  });

describe('another STAC API', () => {
  test.each(['get', 'post', 'post-merge'] as const)(
    'is read to its end by %s links, with its collection',
    async (paging) => {
      const server = await startApi(paging);
      const bench = createBench();
      const source = await open(`${server.url}/api`);
      const { tally } = await bench.run(source, { mayCreate: false });
      expect(tally).toMatchObject({ read: 25, created: 25, collections: 1, rejected: 0 });
      expect(source.total()).toBe(25);
      const collection = documentOf((await bench.catalog.getCollection('remote', 'all'))!.bytes);
      expect(collection).toMatchObject({ description: 'far away', links: [] });
      const stored = await documentsIn(bench.catalog);
      expect(stored.get('item-000003')!['assets']).toMatchObject({ data: { href: `${server.url}/api/data.tif` } });
    },
  );

  test.each([1, 2, 3, 5, 8])('that was stopped after %i batches goes on at its page', async (batches) => {
    const server = await startApi('post');
    const bench = createBench();
    await bench.run(await open(`${server.url}/api`), {}, batches);
    const { isResumed, tally } = await bench.run(await open(`${server.url}/api`));
    expect(isResumed).toBe(true);
    expect(tally).toMatchObject({ read: 25, created: 25, unchanged: 0 });
    expect((await documentsIn(bench.catalog)).size).toBe(25);
  });

  test('whose server fails ends the run; what came before stays, and the next run goes on', async () => {
    let failsAt: number | null = 14;
    const server = await startApi('get', { failsAt: () => failsAt });
    const bench = createBench();
    await expect(bench.run(await open(`${server.url}/api`))).rejects.toThrow('it answered 502');
    const before = (await documentsIn(bench.catalog)).size;
    expect(before).toBeGreaterThan(5);
    failsAt = null;
    const { isResumed, tally } = await bench.run(await open(`${server.url}/api`));
    expect([isResumed, tally.read, (await documentsIn(bench.catalog)).size]).toEqual([true, 25, 25]);
  });

  test('that forgot its pages says how to begin anew', async () => {
    let isForgetful = false;
    const server = await startApi('get', { forgets: () => isForgetful });
    const bench = createBench();
    await bench.run(await open(`${server.url}/api`), {}, 4);
    isForgetful = true;
    await expect(bench.run(await open(`${server.url}/api`))).rejects.toThrow('--restart begins anew');
    isForgetful = false;
    const { tally } = await bench.run(await open(`${server.url}/api`), { isRestarted: true });
    expect(tally).toMatchObject({ read: 25, created: 13, unchanged: 12 });
  });

  test('is asked for the collections that were named', async () => {
    const server = await startApi('get');
    await createBench().run(await open(`${server.url}/api`, ['remote', 'other']));
    expect(server.asked.find((asked) => asked.includes('search'))).toContain('collections=remote%2Cother');
  });

  test.each([
    ['circle', 'pages without end'],
    ['endless', 'pages without end'],
  ] as const)('whose links go in a %s is left', async (paging, message) => {
    const server = await startApi(paging);
    await expect(createBench().run(await open(`${server.url}/api`))).rejects.toThrow(message);
  });

  test('may be named by an address of items', async () => {
    const server = await startApi('get');
    const { tally } = await createBench().run(await open(`${server.url}/api/search?token=0`));
    expect(tally).toMatchObject({ read: 25, created: 25 });
  });

  test('whose pages are in another system than degrees is refused', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } };
    const server = await fakeServer(() => ({ type: 'FeatureCollection', crs, features: [items[0]], links: [] }));
    servers.push(server);
    const bench = createBench();
    await expect(bench.run(await open(`${server.url}/items`))).rejects.toThrow(
      "'crs' says the system urn:ogc:def:crs:EPSG::25832",
    );
  });

  test('cannot have files of this machine served', async () => {
    const evil = { ...items[0], assets: { data: { href: 'file:///etc/passwd' } } };
    const server = await fakeServer(() => ({ type: 'FeatureCollection', features: [evil, 7, items[1]], links: [] }));
    servers.push(server);
    const bench = createBench();
    const { tally } = await bench.run(await open(`${server.url}/items`));
    expect(tally).toMatchObject({ created: 1, rejected: 2 });
    expect(bench.rejects[0]!.reason).toContain('names a file of this machine');
  });
});
