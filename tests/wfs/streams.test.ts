import { DatabaseSync } from '@photostructure/sqlite';
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainItems } from '../exports/support.ts';
import { looseItem } from '../stac/writes-fixture.ts';
import { type WfsService, endpoint, numberOf, startWfs } from './support.ts';

type Open = { readonly answer: IncomingMessage; readonly leave: () => void; readonly ended: Promise<boolean> };

const all = `${endpoint}?service=WFS&version=2.0.0&request=GetFeature&typeNames=FinishedFeature`;

/** Opens an answer and takes nothing of it yet; `ended` says whether it came to its proper end. */
const open = (swath: WfsService, path: string, encoding = 'identity') =>
  new Promise<Open>((resolve, reject) => {
    const headers = { authorization: `Bearer ${swath.token}`, 'accept-encoding': encoding };
    const request = get(swath.url + path, { headers, agent: false }, (answer) => {
      answer.on('error', () => undefined);
      const ended = new Promise<boolean>((end) => answer.on('close', () => end(answer.complete)));
      resolve({ answer, leave: () => request.destroy(), ended });
    });
    request.on('error', reject);
  });

/** 1 MB each: 40 of them are far more than lies in buffers between here and there. */
const heavyItems = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    looseItem(`heavy-${from + i}`, {
      properties: {
        datetime: new Date(Date.UTC(2023, 0, 1) + (from + i) * 60_000).toISOString(),
        productName: randomBytes(500_000).toString('hex'),
      },
    }),
  );

describe('an answer that is read slowly', () => {
  let swath: WfsService;
  beforeAll(async () => {
    swath = await startWfs({ SWATH_WFS_ANSWERS: '2', SWATH_BULK_BODY_LIMIT: '100000000' });
    await swath.collection('heavy');
    for (const from of [0, 20]) await swath.load('heavy', heavyItems(from, 20));
  });
  afterAll(() => swath.stop());

  test('features of 1 MB: what is not taken is not made', async () => {
    const slow = await open(swath, all);
    const before = process.memoryUsage();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // Threads are of this process too: some parts lie there and some in the sockets, but never all 40 MB.
    expect(process.memoryUsage().arrayBuffers - before.arrayBuffers).toBeLessThan(12_000_000);
    let [bytes, text] = [0, ''];
    for await (const chunk of slow.answer) {
      bytes += (chunk as Buffer).length;
      text = (chunk as Buffer).toString().slice(-100);
    }
    expect([bytes > 40_000_000, text.endsWith('</wfs:FeatureCollection>\n'), await slow.ended]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('beyond what may be written at once: 429 as the error object; a place is given back', async () => {
    const first = await open(swath, all);
    const again = await swath.get(all);
    expect([again.status, again.headers.get('retry-after'), again.json()['type']]).toEqual([
      429,
      '30',
      'rate_limit_error',
    ]);
    first.leave();
    await expect.poll(async () => (await swath.get(`${all}&count=1`)).status).toBe(200);
    expect((await swath.send('HEAD', all)).status).toBe(200);
    expect((await swath.get(`${all}&count=1`)).status).toBe(200);
  });
});

describe('an answer that fails midway', () => {
  test.each([
    ['gml32', 'identity'],
    ['json', 'gzip'],
  ])(
    '%s as %s: the connection breaks, and nothing looks whole',
    async (format, encoding) => {
      const swath = await startWfs({ SWATH_BULK_BODY_LIMIT: '100000000' });
      try {
        await swath.collection('heavy');
        await swath.load('heavy', heavyItems(0, 30));
        const reader = await open(swath, `${all}&outputFormat=${format}`, encoding);
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

const ids = (text: string) => [...text.matchAll(/gml:id="FinishedFeature\.(plain-\d+)"/g)].map(([, id]) => id);

describe('many features', () => {
  let swath: WfsService;
  const count = 6_000;
  beforeAll(async () => {
    swath = await startWfs({ SWATH_WFS_COUNT: '0' });
    await swath.collection('plain');
    await swath.load('plain', plainItems(count));
  });
  afterAll(() => swath.stop());

  test('all of them in one answer, each once, newest first, whatever they are asked by', async () => {
    for (const more of ['', '&cql_filter=cloudCover%3E=0', '&sortBy=acquisitionDate D', '&sortBy=source,featureId']) {
      const { text } = await swath.get(all + more);
      expect([more, new Set(ids(text)).size, ids(text).length]).toEqual([more, count, count]);
      expect([numberOf(text, 'numberMatched'), numberOf(text, 'numberReturned')]).toEqual([
        String(count),
        String(count),
      ]);
    }
  });

  test.each(['', '&sortBy=cloudCover D', '&cql_filter=offNadirAngle IS NULL'])(
    'a walk by pages%s gives the same, and finds each page where the last one ended',
    async (more) => {
      const whole = ids((await swath.get(all + more)).text);
      const walked: (string | undefined)[] = [];
      for (let start = 0; start < count; start += 1_500)
        walked.push(...ids((await swath.get(`${all}${more}&startIndex=${start}&count=1500`)).text));
      expect(walked).toEqual(whole);
      const jumped = ids((await swath.get(`${all}${more}&startIndex=4321&count=7`)).text);
      expect(jumped).toEqual(whole.slice(4_321, 4_328));
    },
    30_000,
  );

  test('compressed, the head leaves before the rest is made', async () => {
    const reader = await open(swath, `${all}&cql_filter=cloudCover%3E=0`, 'gzip');
    const [first] = await new Promise<[Buffer]>((resolve) =>
      reader.answer.once('data', (bytes: Buffer) => resolve([bytes])),
    );
    expect(first.length).toBeLessThan(20_000);
    reader.answer.resume();
    expect(await reader.ended).toBe(true);
  });
});
