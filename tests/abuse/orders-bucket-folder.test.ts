import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashBucket, keysOf, readManifest } from './support/orders/bucket-oracle.ts';
import { acquisitions } from './support/orders/order-archive.ts';
import { readOrder, until, untilEnded } from './support/orders/order-client.ts';
import { openDesk } from './support/orders/order-desk.ts';

const tilesOf = async (desk: Awaited<ReturnType<typeof openDesk>>, id: string) =>
  (await desk.service.orders.tiles(id)).map(({ state, error }) => ({ state, error }));

describe('a bucket that is a folder', () => {
  it('is taken away in the middle and brought back: the order finishes by itself', async () => {
    const desk = await openDesk({ SWATH_DELIVERY_THREADS: '1' });
    const id = await desk.order({ acquisitions });
    expect(await until(() => existsSync(`${desk.bucket}/here/33`))).toBe(true);
    renameSync(desk.bucket, `${desk.bucket}-away`);
    expect(await until(async () => (await tilesOf(desk, id)).some(({ error }) => error !== null))).toBe(true);
    expect((await readOrder(desk.client, id)).state).toBe('RUNNING');
    renameSync(`${desk.bucket}-away`, desk.bucket);
    desk.advance(10_000);
    expect((await untilEnded(desk.client, id)).state).toBe('SUCCEEDED');
    const found = hashBucket(desk.bucket);
    const { files } = readManifest(desk.bucket, 'here', id)!;
    expect(files.filter(({ key, sha256 }) => found.get(key) !== sha256)).toEqual([]);
  }, 180_000);

  it('has something in the way for good: the order fails with its cause, and nothing is half there', async () => {
    const desk = await openDesk({ SWATH_TILE_ATTEMPTS: '1' });
    mkdirSync(`${desk.bucket}/here`);
    writeFileSync(`${desk.bucket}/here/33`, 'not a folder');
    const id = await desk.order();
    const ended = await untilEnded(desk.client, id);
    const cause = 'the bucket demo has something else than a folder in the way of the object';
    expect([ended.state, ended.status_message]).toEqual(['FAILED', expect.stringContaining(cause)]);
    expect(await tilesOf(desk, id)).toEqual(Array.from({ length: 4 }, () => ({ state: 'failed', error: cause })));
    expect(keysOf(desk.bucket)).toEqual(['here/33']);
  }, 180_000);
});
