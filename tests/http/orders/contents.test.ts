import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import { finishOrder } from '../../../server/src/orders/delivery/finish-order.ts';
import { assert, invalidParameters, notFound } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import { type OrderService, acquisitions, bucketFolder, fileBytes, startOrderService } from './support-orders.ts';

let swath: OrderService;
/** To the managed bucket, all delivered. */
let whole: string;
/** To a bucket of the customer's, of which the last tile has failed. */
let part: string;

const all = { acquisitions: Object.values(acquisitions) };

beforeAll(async () => {
  swath = await startOrderService();
  ({ id: whole } = await swath.order({ ...all, output_config: { bucket: 'managed', prefix: 'mine' } }));
  await swath.deliver(await swath.claim(whole));
  await swath.finish(whole);
  ({ id: part } = await swath.order({ ...all, output_config: { bucket: 'demo', prefix: 'part' } }));
  const tiles = await swath.claim(part);
  await swath.deliver(tiles.slice(0, 2));
  await swath.fail(tiles.slice(2), 'the source file is gone');
  await swath.finish(part);
});
afterAll(() => swath.stop());

type Tile = { readonly number: number; readonly state: string; readonly files: readonly File[] } & Record<
  string,
  unknown
>;
type File = {
  readonly key: string;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly link?: string | null;
};
type Page<T> = { readonly data: readonly T[]; readonly has_more: boolean; readonly next?: string };

const get = async <T>(path: string): Promise<T> => {
  const answer = await swath.ask('GET', path);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.json<T>();
};
const within = (link: string) => link.slice(swath.service.config.baseUrl.length);

/** Of a ring, wherever it starts. */
const corners = (geometry: unknown) =>
  new Set((geometry as { coordinates: number[][][] }).coordinates[0]!.map((at) => at.map((x) => x.toFixed(5)).join()));

describe('GET /order/{id}/tiles', () => {
  test('200 with what became of each tile', async () => {
    const { data } = await get<Page<Tile>>(`/order/${part}/tiles`);
    expect(data.map(({ number, state, error, attempts }) => [number, state, error, attempts])).toEqual([
      [0, 'delivered', null, 1],
      [1, 'delivered', null, 1],
      [2, 'failed', 'the source file is gone', 1],
    ]);
    expect(data[0]).toMatchObject({
      acquisition_id: expect.any(String),
      cell_id: expect.stringMatching(/^Z33-[0-3]{12}$/),
    });
    const { geometry } = await get<{ geometry: unknown }>(`/grid/cells/${String(data[0]!['cell_id'])}`);
    expect(corners(data[0]!['geometry'])).toEqual(corners(geometry));
    const bytes = fileBytes(0);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(data[0]!.files).toMatchObject([{ size: bytes.length, sha256, content_type: 'image/tiff' }]);
  });

  test('200 page by page', async () => {
    const seen: number[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const page: Page<Tile> = await get(`/order/${part}/tiles?limit=2&after=${next}`);
      seen.push(...page.data.map(({ number }) => number));
      expect(page.has_more).toBe(page.next !== undefined);
      next = page.next;
    }
    expect(seen).toEqual([0, 1, 2]);
  });

  test.each(['limit=0', 'limit=-1', 'after=x', 'after=-1'])('400 for %s', async (query) => {
    assert.refusal(await swath.ask('GET', `/order/${part}/tiles?${query}`), invalidParameters);
  });
});

describe('GET /order/{id}/manifest', () => {
  test('200 with the very text that lies in the bucket', async () => {
    const answer = await swath.ask('GET', `/order/${part}/manifest`);
    const stored = readFileSync(join(bucketFolder(swath, 'demo'), 'part', `${part}-manifest.json`), 'utf8');
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
      stored,
    ]);
    expect(answer.json()).toMatchObject({
      order_id: part,
      state: 'PARTIAL',
      failed: [{ reason: 'the source file is gone' }],
    });
  });

  test('404 until it is written', async () => {
    const { id } = await swath.order();
    assert.refusal(await swath.ask('GET', `/order/${id}/manifest`), notFound);
  });

  test('404 while a retry runs; 200 with all that was delivered where the retry failed, or was cancelled', async () => {
    const manifest = (id: string) => swath.ask('GET', `/order/${id}/manifest`);
    const { orders, clock } = swath.service;
    for (const state of ['FAILED', 'CANCELLED'] as const) {
      const { id } = await swath.order({ ...all, output_config: { bucket: 'demo', prefix: state } });
      const tiles = await swath.claim(id);
      await swath.deliver(tiles.slice(0, 1));
      await swath.fail(tiles.slice(1), 'the source file is gone');
      await swath.finish(id);
      await swath.ask('POST', `/order/${id}/retry`);
      const [second, ...others] = await swath.claim(id);
      await swath.deliver([second!]);
      assert.refusal(await manifest(id), notFound);
      if (state === 'CANCELLED') await swath.ask('POST', `/order/${id}/cancel`);
      else {
        await swath.fail(others, 'the source file is gone');
        const nowMs = clock.nowMs();
        const ends = await orders.claimOrders({ holder: 'test', nowMs, leaseUntilMs: nowMs + 60_000, limit: 100 });
        const claimed = ends.find(({ order }) => order.id === id)!;
        const refused = { ...swath.service.buckets, open: () => Promise.reject(new BucketFault('refused', 'no')) };
        const needs = { ...swath.service, buckets: refused, random: () => 0.5 };
        await finishOrder(needs, claimed, { signal: new AbortController().signal });
      }
      expect((await swath.read(id)).state).toBe(state);
      const answer = await manifest(id);
      const keys = answer.json<{ files: File[] }>().files.filter(({ key }) => key.endsWith('.tif'));
      expect([answer.status, answer.json(), keys.length]).toMatchObject([200, { state, tiles: { delivered: 2 } }, 2]);
    }
  });
});

describe('GET /order/{id}/files', () => {
  test('200 with every file of the managed bucket and a link that needs no credential', async () => {
    const { data } = await get<Page<File>>(`/order/${whole}/files`);
    const names = data.map(({ key }) => key);
    expect(names).toContain(`${whole}/mine/${whole}-manifest.json`);
    expect(names).toContain(`${whole}/mine/order_collections/${whole}_root_collection.json`);
    expect(names.filter((name) => name.includes('/acquisition_collections/'))).toHaveLength(3);
    expect(names.filter((name) => name.endsWith('-visual.tif'))).toHaveLength(3);
    for (const { link, size, sha256 } of data) {
      const { status, text } = await call(swath.url, 'GET', within(link!));
      const [length, sum] = [Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')];
      // The list has no sums of the documents of the whole order.
      expect([status, length, sum]).toEqual([200, size ?? length, sha256 ?? sum]);
    }
  });

  test("200 without links where the bucket is the customer's, and without acquisitions that have nothing", async () => {
    const { data } = await get<Page<File>>(`/order/${part}/files`);
    expect(data.every(({ link }) => link === null)).toBe(true);
    expect(data.filter(({ key }) => key.includes('/acquisition_collections/'))).toHaveLength(2);
  });

  test('200 without a page that is empty where more follow, though tiles on the way have failed', async () => {
    const { id } = await swath.order({ ...all, output_config: { bucket: 'demo', prefix: 'late' } });
    const [failed, ...others] = await swath.claim(id);
    await swath.fail([failed!], 'the source file is gone');
    await swath.deliver(others);
    await swath.finish(id);
    const sizes: number[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const page: Page<File> = await get(`/order/${id}/files?limit=1&after=${next}`);
      sizes.push(page.data.length);
      next = page.next;
    }
    // The last has the documents too: of two acquisitions, and of the order.
    expect(sizes).toEqual([1, 1 + 2 + 3]);
  });

  test('200 page by page, the documents on the last', async () => {
    const first = await get<Page<File>>(`/order/${whole}/files?limit=2`);
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const last = await get<Page<File>>(`/order/${whole}/files?limit=2&after=${first.next}`);
    expect([last.data.at(-1)!.key, last.has_more]).toEqual([`${whole}/mine/${whole}-manifest.json`, false]);
  });
});
