import { DatabaseSync } from '@photostructure/sqlite';
import { hash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, get } from 'node:http';
import { join } from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looseItem, writerOf } from '../stac/writes-fixture.ts';
import { type ExportService, ids, lines, plainItems, startExportService } from './support.ts';

type Open = { readonly answer: IncomingMessage; readonly leave: () => void; readonly ended: Promise<boolean> };

/** Opens an export and takes nothing of it yet; `ended` says whether it came to its proper end. */
const open = (swath: ExportService, path: string, encoding = 'identity', token = swath.token) =>
  new Promise<Open>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const request = get(swath.url + path, { headers, agent: false }, (answer) => {
      answer.on('error', () => undefined);
      const ended = new Promise<boolean>((end) => answer.on('close', () => end(answer.complete)));
      resolve({ answer, leave: () => request.destroy(), ended });
    });
    request.on('error', reject);
  });

/** What is left of temporary files, of any process. */
const temporary = ({ dataFolder }: ExportService) =>
  readdirSync(join(dataFolder, 'exports'), { recursive: true }).filter((name) => String(name).endsWith('.gpkg'));

const byteLength = async ({ answer }: Open): Promise<number> => {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
};

/** 60 MB: far more than lies in buffers between here and there. */
const heavyItems = (from: number) =>
  Array.from({ length: 20 }, (_, i) => {
    const datetime = new Date(Date.UTC(2023, 0, 1) + (from + i) * 60_000).toISOString();
    const blob = randomBytes(500_000).toString('hex');
    return { ...looseItem(`heavy-${from + i}`), properties: { datetime, blob } };
  });

const decompressors: Readonly<Record<string, () => Transform>> = {
  identity: () => new PassThrough(),
  gzip: () => createGunzip(),
  br: () => createBrotliDecompress(),
};

const digest = (text: string): string => hash('sha1', text);

describe('an export that is read slowly', () => {
  let swath: ExportService;
  const heavy: string[] = [];
  beforeAll(async () => {
    swath = await startExportService({ SWATH_EXPORTS: '2', SWATH_BULK_BODY_LIMIT: '100000000' });
    await swath.collection('heavy');
    for (const from of [0, 20, 40]) {
      const items = heavyItems(from);
      await swath.load('heavy', items);
      heavy.push(...items.map(({ properties }) => digest(properties.blob)));
    }
  });
  afterAll(() => swath.stop());

  test('items of 1 MB: what is not taken is not made, and searches go on meanwhile', async () => {
    const slow = await open(swath, '/search?f=ndjson');
    const before = process.memoryUsage();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const after = process.memoryUsage();
    // Threads are of this process too: two chunks lie there and some in the sockets, but never all 60 MB.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(12_000_000);
    expect((await swath.get('/search?limit=1&fields=id')).status).toBe(200);
    expect(await byteLength(slow)).toBeGreaterThan(60_000_000);
    expect(await slow.ended).toBe(true);
  });

  test.each(['identity', 'gzip', 'br'])(
    '%s: memory that parts lie in is used again only once they were sent',
    async (encoding) => {
      const { answer, ended } = await open(swath, '/search?f=csv&limit=16', encoding);
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
      let text = '';
      for await (const chunk of answer.pipe(decompressors[encoding]!())) {
        await new Promise((resolve) => setImmediate(resolve));
        text += (chunk as Buffer).toString('latin1');
      }
      expect(await ended).toBe(true);
      const found = [...text.matchAll(/""blob"":""(\w+)/g)].map(([, blob]) => digest(blob!));
      expect(found).toEqual(heavy.slice(-16).toReversed());
    },
    30_000,
  );

  test('beyond what may run at once: 429 for the same account, 503 for others, with when to come again', async () => {
    const first = await open(swath, '/search?f=ndjson');
    const again = await swath.get('/search?f=ndjson');
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '30']);
    const [second, third] = [await writerOf(swath, ['search']), await writerOf(swath, ['search'])];
    const other = await open(swath, '/search?f=ndjson', 'identity', second.token);
    const late = await swath.get('/search?f=ndjson', { token: third.token });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await swath.get('/search?limit=1')).status).toBe(200);
    first.leave();
    other.leave();
    await expect.poll(async () => (await swath.get('/search?f=ndjson&limit=1')).status).toBe(200);
  });

  test.each(['ndjson', 'csv', 'parquet', 'gpkg'])(
    '%s: a reader who leaves gives its place back and leaves nothing behind',
    async (f) => {
      for (let round = 0; round < 3; round++) {
        const reader = await open(swath, `/search?f=${f}`);
        reader.answer.once('data', () => reader.leave());
        expect(await reader.ended).toBe(false);
        await expect.poll(async () => (await swath.send('HEAD', '/search?f=csv')).status).toBe(200);
        await expect.poll(() => temporary(swath)).toEqual([]);
        await expect.poll(async () => (await swath.get('/search?f=csv&limit=1')).status).toBe(200);
      }
    },
    60_000,
  );

  test('a GeoPackage whose reader leaves before its first byte is not made on', async () => {
    const request = get(`${swath.url}/search?f=gpkg`, { headers: { authorization: `Bearer ${swath.token}` } });
    request.on('error', () => undefined);
    await expect.poll(() => temporary(swath)).toHaveLength(1);
    request.destroy();
    await expect.poll(() => temporary(swath)).toEqual([]);
  });
});

describe('a reader that takes nothing', () => {
  test('is left after a while', async () => {
    const swath = await startExportService({
      SWATH_EXPORTS: '1',
      SWATH_EXPORT_PATIENCE: '1',
      SWATH_BULK_BODY_LIMIT: '100000000',
    });
    try {
      await swath.collection('heavy');
      await swath.load('heavy', heavyItems(0));
      const idle = await open(swath, '/search?f=ndjson');
      expect((await swath.get('/search?f=ndjson')).status).toBe(429);
      await expect.poll(async () => (await swath.get('/search?f=ndjson&limit=1')).status, { timeout: 5_000 }).toBe(200);
      idle.answer.resume();
      expect(await idle.ended).toBe(false);
    } finally {
      await swath.stop();
    }
  });
});

describe('an export that fails midway', () => {
  test.each([
    ['ndjson', 'identity'],
    ['parquet', 'identity'],
    ['csv', 'gzip'],
    ['csv', 'br'],
  ])(
    '%s as %s: the connection breaks, and nothing looks whole',
    async (format, encoding) => {
      const swath = await startExportService({ SWATH_BULK_BODY_LIMIT: '100000000' });
      try {
        await swath.collection('heavy');
        await swath.load('heavy', heavyItems(0));
        await swath.load('heavy', heavyItems(20));
        const reader = await open(swath, `/search?f=${format}`, encoding);
        const store = new DatabaseSync(join(swath.dataFolder, 'catalog.db'), { timeout: 5_000 });
        store.exec('DROP TABLE documents');
        store.close();
        reader.answer.resume();
        expect([reader.answer.statusCode, await reader.ended]).toEqual([200, false]);
      } finally {
        await swath.stop();
      }
    },
    30_000,
  );
});

describe('an export while others write', () => {
  test('has each item that was there all the time once, in order', async () => {
    const swath = await startExportService();
    try {
      await swath.collection('plain');
      await swath.collection('other');
      await swath.load('plain', plainItems(6_000));
      const over = new AbortController();
      const writing = (async () => {
        for (let at = 0; !over.signal.aborted; at += 50) await swath.load('other', plainItems(50, 100_000 + at));
      })();
      const { text } = await swath.get('/search?f=ndjson&sortby=-datetime');
      over.abort();
      await writing;
      const found = lines(text).filter(({ collection }) => collection === 'plain');
      expect(ids(found).join()).toEqual(ids(plainItems(6_000)).toReversed().join());
    } finally {
      await swath.stop();
    }
  });
});

describe('grants', () => {
  test('nothing of what is hidden leaves, in rows or in columns', async () => {
    const swath = await startExportService();
    try {
      await swath.collection('open');
      await swath.collection('secret');
      await swath.load('open', plainItems(10));
      const hidden = looseItem('hidden', {
        properties: { datetime: '2024-01-01T00:00:00Z', 'secret:name': 'classified' },
      });
      await swath.load('secret', [hidden]);
      const { token } = await writerOf(swath, ['search'], ['open']);
      for (const f of ['ndjson', 'geojsonseq', 'csv', 'gpkg']) {
        const { status, text } = await swath.get(`/search?f=${f}`, { token });
        expect([f, status, /hidden|secret|classified/.test(text), /plain-000009/.test(text)]).toEqual([
          f,
          200,
          false,
          true,
        ]);
        expect((await swath.get(`/search?f=${f}&collections=secret`, { token })).status).toBe(400);
        expect((await swath.get(`/collections/secret/items?f=${f}`, { token })).status).toBe(404);
      }
      const columnar = await swath.get('/search?f=parquet', { token });
      expect([columnar.status, /hidden|secret|classified/.test(columnar.text)]).toEqual([200, false]);
      const blind = await writerOf(swath, ['search'], []);
      expect((await swath.get('/search?f=ndjson', { token: blind.token })).text).toBe('');
      expect((await swath.get('/search?f=csv', { token: blind.token })).text).toBe(
        'id,collection,assets,west,south,east,north,WKT,stac_item\r\n',
      );
    } finally {
      await swath.stop();
    }
  });
});
