import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createJsonDocuments } from '../../server/src/adapters/ingest/json-documents.ts';
import { openSource } from '../../server/src/adapters/ingest/open-source.ts';
import { locationOfHref } from '../../server/src/catalog/local-href.ts';
import { documentOf } from '../../server/src/catalog/stored-document.ts';
import { type FakeServer, type Json, createBench, documentsIn, fakeServer, item, temporaryFolder } from './support.ts';

const link = (rel: string, href: string) => ({ rel, href });

const collection = (id: string, links: readonly object[]) => ({
  type: 'Collection',
  stac_version: '1.0.0',
  id,
  description: id,
  license: 'other',
  extent: { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [['2026-01-01T00:00:00Z', null]] } },
  assets: { picture: { href: './picture.png' } },
  links,
});

/** A tree with a circle, a collection below a catalogue, links of every kind, and things that are wrong. */
function tree(base: string): Readonly<Record<string, Json | string>> {
  const of = (id: string, more: Json = {}) =>
    item(id, {
      collection: 'deep',
      links: [link('collection', '../collection.json'), link('license', '../../LICENSE.txt')],
      assets: { data: { href: './data.tif' }, far: { href: 'https://example.com/far.tif' } },
      ...more,
    });
  return {
    'catalog.json': {
      type: 'Catalog',
      id: 'root',
      links: [
        link('child', 'sub/catalog.json'),
        link('child', './gone.json'),
        link('item', 'loose.json'),
        link('root', 'catalog.json'),
      ],
    },
    'sub/catalog.json': {
      type: 'Catalog',
      id: 'sub',
      links: [
        link('child', '../catalog.json'),
        link('child', `${base}sub/deep/collection.json#here`),
        link('parent', '../catalog.json'),
      ],
    },
    'sub/deep/collection.json': collection('deep', [
      ...Array.from({ length: 9 }, (_, i) => link('item', `./items/${i}.json`)),
      link('item', './items/0.json'),
      link('item', './items/broken.json'),
      link('item', './collection.json'),
      link('license', 'LICENSE.txt'),
    ]),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`sub/deep/items/${i}.json`, of(`deep-${i}`)])),
    'sub/deep/items/broken.json': '{"type": "Feature"',
    'loose.json': of('loose', { collection: 'linked', links: [link('collection', 'linked.json')] }),
    'linked.json': collection('linked', []),
  };
}

const folder = temporaryFolder();
const onDisk = (name: string) => join(folder, name);
for (const [name, content] of Object.entries(tree(pathToFileURL(`${folder}/`).href))) {
  mkdirSync(dirname(onDisk(name)), { recursive: true });
  writeFileSync(onDisk(name), typeof content === 'string' ? content : JSON.stringify(content));
}

const servers: FakeServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function served(change: (name: string, content: Json | string | undefined) => unknown = (_, content) => content) {
  const server: FakeServer = await fakeServer((request, _, response) => {
    const name = request.url!.slice(1);
    const content = change(name, tree(`${server.url}/`)[name]) ?? null;
    if (typeof content === 'string') response.end(content);
    return content;
  });
  servers.push(server);
  return server;
}

const quick = { attempts: 2, firstDelayMs: 1, longestDelayMs: 1 };

async function open(place: string, arePrivateAllowed = true) {
  const documents = createJsonDocuments({
    arePrivateAllowed,
    mayReadFiles: !place.startsWith('http'),
    patience: quick,
  });
  return openSource(place, {
    kind: null,
    from: [],
    documents,
    openFolder: () => Promise.reject(new Error('no folder')),
  });
}

const deepIds = Array.from({ length: 9 }, (_, i) => `deep-${i}`);

describe('a static catalogue', () => {
  test('on disk comes in whole: circles, fragments and links of both kinds, collections as they are described', async () => {
    const bench = createBench();
    const { tally } = await bench.run(await open(onDisk('catalog.json')), { mayCreate: false, fallback: null });
    const stored = await documentsIn(bench.catalog);
    expect([...stored.keys()].sort()).toEqual([...deepIds, 'loose']);
    expect(tally).toMatchObject({ created: 10, rejected: 3, collections: 2 });
    expect(bench.rejects.map(({ position, reason }) => `${position.slice(-12)} ${reason}`)).toEqual([
      expect.stringMatching(/gone\.json there is no file/),
      expect.stringMatching(/broken\.json.* is not JSON/),
      expect.stringMatching(/ection\.json is linked as an item, but is a Collection/),
    ]);
    const deep = documentOf((await bench.catalog.getCollection('deep', 'all'))!.bytes);
    expect(deep['links']).toEqual([link('license', pathToFileURL(onDisk('sub/deep/LICENSE.txt')).href)]);
    const assets = stored.get('deep-3')!['assets'] as Record<string, { href: string }>;
    expect(locationOfHref(assets['data']!.href)).toBe(pathToFileURL(onDisk('sub/deep/items/data.tif')).href);
    expect(assets['far']!.href).toBe('https://example.com/far.tif');
  });

  test('by address comes in the same, each document read once', async () => {
    const server = await served();
    const bench = createBench();
    const { tally } = await bench.run(await open(`${server.url}/catalog.json`), { mayCreate: false, fallback: null });
    expect(tally).toMatchObject({ created: 10, rejected: 3, collections: 2 });
    const counts = new Map<string, number>();
    for (const asked of server.asked) counts.set(asked, (counts.get(asked) ?? 0) + 1);
    // The root once to see what it is; the collection once more where it is linked as an item.
    const twice = ['GET /catalog.json', 'GET /sub/deep/collection.json'];
    expect([...counts].filter(([, count]) => count > 1).map(([asked]) => asked)).toEqual(twice);
    const stored = await documentsIn(bench.catalog);
    expect(stored.get('deep-0')!['assets']).toMatchObject({ data: { href: `${server.url}/sub/deep/items/data.tif` } });
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'whose documents are kept and sent as %s, with a mark of Windows before them, comes in the same',
    async (encoding, pack) => {
      const server: FakeServer = await fakeServer((request, _, response) => {
        const content = tree(`${server.url}/`)[request.url!.slice(1)];
        if (content === undefined) return null;
        response.setHeader('content-encoding', encoding);
        response.end(pack(`\uFEFF${typeof content === 'string' ? content : JSON.stringify(content)}`));
      });
      servers.push(server);
      const bench = createBench();
      const { tally } = await bench.run(await open(`${server.url}/catalog.json`), { mayCreate: false, fallback: null });
      expect(tally).toMatchObject({ created: 10, rejected: 3, collections: 2 });
    },
  );

  test('that is packed in a way that nobody knows is told so; one that is cut off is tried again and then left', async () => {
    const server = await fakeServer((request, _, response) => {
      const isCut = request.url === '/cut.json';
      response.setHeader('content-encoding', isCut ? 'gzip' : 'compress');
      response.end(isCut ? gzipSync('{"type": "Catalog"}').subarray(0, 20) : 'x');
    });
    servers.push(server);
    await expect(open(`${server.url}/catalog.json`)).rejects.toThrow(/packed as compress, which is not read/);
    await expect(open(`${server.url}/cut.json`)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.asked.filter((asked) => asked.endsWith('cut.json'))).toHaveLength(2);
  });

  test('that begins with a document of before STAC 1.0, as orders do, is walked though that has no type', async () => {
    const { type: _, ...untyped } = collection('4274', [
      link('root', './4274_root_collection.json'),
      link('child', '../tiles_collection.json'),
    ]);
    const files = {
      'order/roots/4274_root_collection.json': { ...untyped, stac_version: '0.8.1' },
      'order/tiles_collection.json': collection('tiles', [link('item', 'one.json')]),
      'order/one.json': item('one', { collection: 'tiles' }),
    };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(onDisk(name)), { recursive: true });
      writeFileSync(onDisk(name), JSON.stringify(content, null, 2));
    }
    const bench = createBench();
    const root = await open(onDisk('order/roots/4274_root_collection.json'));
    const { tally } = await bench.run(root, { mayCreate: false, fallback: null });
    expect(bench.rejects).toEqual([]);
    expect(tally).toMatchObject({ created: 1, collections: 1 });
    expect(await bench.catalog.getCollection('4274', 'all')).toBeNull();
  });

  test.each([1, 2, 3, 4])('that was stopped after %i batches goes on', async (batches) => {
    const whole = createBench();
    await whole.run(await open(onDisk('catalog.json')), { fallback: null });
    const parted = createBench();
    const first = await parted.run(await open(onDisk('catalog.json')), { fallback: null }, batches);
    expect(first.isFinished).toBe(false);
    const { isResumed, tally } = await parted.run(await open(onDisk('catalog.json')), { fallback: null });
    expect(isResumed).toBe(true);
    expect(tally).toMatchObject({ created: 10, rejected: 3, collections: 2, unchanged: 0 });
    expect(await documentsIn(parted.catalog)).toEqual(await documentsIn(whole.catalog));
  });

  test('whose root changed starts anew', async () => {
    let title = 'before';
    const server = await served((name, content) =>
      name === 'catalog.json' ? { ...(content as Json), title } : content,
    );
    const bench = createBench();
    await bench.run(await open(`${server.url}/catalog.json`), {}, 2);
    title = 'after';
    const { isResumed } = await bench.run(await open(`${server.url}/catalog.json`));
    expect([isResumed, bench.said]).toEqual([false, [expect.stringContaining('the source changed since')]]);
  });

  test('a server that fails for a while ends the run, and the next one goes on', async () => {
    let isDown = true;
    const failing = await fakeServer((request, _, response) => {
      if (isDown && request.url!.endsWith('/7.json')) {
        response.statusCode = 503;
        response.end();
        return undefined;
      }
      const name = request.url!.slice(1);
      const content = tree(`${failing.url}/`)[name] ?? null;
      if (typeof content === 'string') response.end(content);
      return content;
    });
    servers.push(failing);
    const bench = createBench();
    await expect(bench.run(await open(`${failing.url}/catalog.json`))).rejects.toThrow(/7\.json: it answered 503/);
    expect((await documentsIn(bench.catalog)).size).toBeLessThan(10);
    isDown = false;
    const { isResumed, tally } = await bench.run(await open(`${failing.url}/catalog.json`));
    expect([isResumed, tally.created]).toEqual([true, 10]);
  });

  test('on this machine or a private network is refused unless the settings allow it', async () => {
    const server = await served();
    await expect(open(`${server.url}/catalog.json`, false)).rejects.toThrow('not on the public internet');
    await expect(open(`http://localhost:${new URL(server.url).port}/catalog.json`, false)).rejects.toThrow(
      'not on the public internet',
    );
    expect(server.asked).toEqual([]);
  });

  test('of the web never leads to files of this machine', async () => {
    const secret = pathToFileURL(onDisk('loose.json')).href;
    const server = await served((name, content) => {
      if (name === 'catalog.json')
        return {
          type: 'Catalog',
          id: 'x',
          links: [link('item', secret), link('item', 'evil.json'), link('child', 'away.json')],
        };
      if (name === 'evil.json') return item('evil', { assets: { data: { href: 'file:///etc/passwd' } } });
      return content;
    });
    const bench = createBench();
    await bench.run(await open(`${server.url}/catalog.json`));
    expect((await documentsIn(bench.catalog)).size).toBe(0);
    expect(bench.rejects.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('is not read from here'),
      expect.stringContaining("'assets.data.href' names a file of this machine"),
      expect.stringContaining('answered 404'),
    ]);
  });

  test('follows redirects, but not without end and not to files', async () => {
    const server = await fakeServer((request, _, response) => {
      const to: Record<string, string> = {
        '/start': '/catalog.json',
        '/circle': '/circle',
        '/file': 'file:///etc/passwd',
      };
      const target = to[request.url!];
      if (target === undefined) return { type: 'Catalog', id: 'x', links: [] };
      response.writeHead(302, { location: target }).end();
      return undefined;
    });
    servers.push(server);
    expect((await open(`${server.url}/start`)).name).toContain('/start');
    await expect(open(`${server.url}/circle`)).rejects.toThrow('redirects without end');
    await expect(open(`${server.url}/file`)).rejects.toThrow('redirects to file:');
  });
});
