import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDownloads } from '../../server/src/adapters/ingest/download.ts';
import { fetchedSource } from '../../server/src/ingest/fetched-source.ts';
import { swath } from '../cli/swath-in-process.ts';
import {
  type FakeServer,
  createBench,
  documentsIn,
  fakeServer,
  fixedSource,
  installation,
  item,
  ndjson,
  readRejects,
  temporaryFolder,
} from './support.ts';

const reason = expect.stringContaining('names a file of this machine') as string;
const withHref = (id: string, href: string) => item(id, { assets: { data: { href } } });

// The last two are addresses of files to whoever parses them, but do not begin as such.
const local = ['file:///etc/passwd', ' FILE:///etc/passwd', 'fi\tle:///etc/passwd', '\u0001file:///etc/passwd'];
const documents = [
  ...local.map((href, i) => withHref(`bad-${i}`, href)),
  item('linked', { links: [{ rel: 'via', href: 'file:///etc/passwd' }] }),
  withHref('path', '/etc/passwd'),
  withHref('near', 'near.tif'),
  withHref('far', 's3://bucket/key.tif'),
];
const refused = ['bad-0', 'bad-1', 'bad-2', 'bad-3', 'linked'];

const bodies: Readonly<Record<string, string>> = {
  '/a/items.ndjson': ndjson(documents),
  '/a/items.geojson': JSON.stringify({ type: 'FeatureCollection', features: documents }),
  '/a/items.csv': `id,stac_item\r\n${documents
    .map((each) => `x,"${JSON.stringify(each).replaceAll('"', '""')}"\r\n`)
    .join('')}`,
};

let server: FakeServer;
let place: Awaited<ReturnType<typeof installation>>;
beforeAll(async () => {
  place = await installation({ SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' });
  server = await fakeServer(({ url }, _body, response) => {
    // In parts, so that nobody knows beforehand how long it is.
    response.write(bodies[url!] ?? 'x'.repeat(600));
    response.end(bodies[url!] === undefined ? 'x'.repeat(600) : '');
  });
});
afterAll(() => server.stop());

describe('a file of items that was fetched', () => {
  test.each(Object.keys(bodies))('%s: what names a file of this machine is rejected with its reason', async (path) => {
    const rejects = place.file(`rejects-${path.split('.')[1]}`);
    const { code, stdout, stderr } = await swath(
      ['ingest', server.url + path, '--collection', 'c', '--create', '--rejects', rejects, '--json'],
      place.env,
    );
    expect([code, stderr, JSON.parse(stdout)]).toMatchObject([
      4,
      expect.stringContaining('5 rejected'),
      { read: 8, rejected: 5 },
    ]);
    expect(readRejects(rejects)).toMatchObject(refused.map((id) => ({ id, reason })));
  });

  test('that is sent packed lies there as it is read', async () => {
    const folder = temporaryFolder();
    const packed = await fakeServer((_request, _body, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(bodies['/a/items.ndjson']!));
    });
    const downloads = createDownloads({ arePrivateAllowed: true, folder, mostBytes: 1_000_000, leastFreeBytes: 0 });
    const path = await downloads.fetch(`${packed.url}/items.ndjson`, false);
    downloads.close();
    await packed.stop();
    expect(readFileSync(path, 'utf8')).toBe(bodies['/a/items.ndjson']);
  });

  test('it is not fetched where it would leave less free than must stay so', async () => {
    const folder = temporaryFolder();
    const limits = { mostBytes: 1_000_000, leastFreeBytes: 1e18 };
    const downloads = createDownloads({ arePrivateAllowed: true, folder, ...limits });
    const refused = downloads.fetch(`${server.url}/a/items.ndjson`, false);
    await expect(refused).rejects.toMatchObject({ kind: 'disk_low' });
    downloads.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('too large it leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const downloads = createDownloads({ arePrivateAllowed: true, folder, mostBytes: 1_000, leastFreeBytes: 0 });
    const refused = downloads.fetch(`${server.url}/endless.ndjson`, false);
    await expect(refused).rejects.toMatchObject({ kind: 'request_too_large' });
    downloads.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('what is relative lies at its address, without the secrets of that', async () => {
    const entries = documents.map((document, i) => ({
      position: String(i),
      content: { kind: 'item' as const, document },
      next: { at: i + 1 },
      done: i + 1,
    }));
    const bench = createBench();
    const address = 'https://reader:sesame@example.com/a/items.parquet?token=sesame';
    await bench.run(fetchedSource(fixedSource(entries), address));
    expect(bench.rejects).toMatchObject(refused.map((id) => ({ id, reason })));
    const stored = await documentsIn(bench.catalog);
    expect([...stored].map(([id, { assets }]) => [id, (assets as { data: { href: string } }).data.href])).toEqual(
      expect.arrayContaining([
        ['path', 'https://example.com/etc/passwd'],
        ['near', 'https://example.com/a/near.tif'],
        ['far', 's3://bucket/key.tif'],
      ]),
    );
    expect(stored.size).toBe(3);
  });

  test('a collection of it that names a file of this machine keeps its items out, with the reason', async () => {
    const collection = {
      type: 'Collection',
      stac_version: '1.1.0',
      id: 'scenes',
      description: 'd',
      license: 'other',
      links: [],
      assets: { data: { href: 'file:///etc/passwd' } },
    };
    const entry = { position: '1', content: { kind: 'item', document: item('a') }, next: { at: 1 }, done: 1 } as const;
    const source = { ...fixedSource([entry]), findCollection: async () => collection };
    const bench = createBench();
    await bench.run(fetchedSource(source, 'https://example.com/items.parquet'));
    expect(bench.rejects).toMatchObject([{ id: 'a', reason }]);
  });
});
