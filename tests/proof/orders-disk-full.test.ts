import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashBucket, keysOf, readManifest } from '../abuse/support/orders/bucket-oracle.ts';
import { acquisitions, areas } from '../abuse/support/orders/order-archive.ts';
import { postOrder, readOrder, until, untilEnded } from '../abuse/support/orders/order-client.ts';
import { type OrderDesk, newDataFolder, openDesk } from '../abuse/support/orders/order-desk.ts';
import { canMount, mountSmallDisk } from '../abuse/support/small-disk.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

/** The disks of these tests are smaller than what must stay free by default. */
const small = { SWATH_DISK_LOW_MB: '0' };

const errorsOf = async (desk: OrderDesk, id: string) =>
  (await desk.service.orders.tiles(id)).flatMap(({ error }) => error ?? []);

async function expectWhole({ client }: OrderDesk, bucket: string, id: string, total = 4): Promise<void> {
  expect((await untilEnded(client, id)).state).toBe('SUCCEEDED');
  const found = hashBucket(bucket);
  const { files, tiles } = readManifest(bucket, 'here', id)!;
  expect(tiles).toEqual({ total, delivered: total, failed: 0 });
  expect(files.filter(({ key, sha256 }) => found.get(key) !== sha256)).toEqual([]);
  expect([...found.keys()].filter((key) => key.startsWith('.swath-uploads'))).toEqual([]);
}

describe.skipIf(!canMount())('a disk without room while orders run', () => {
  it('that of temporary files: tiles wait with a clear reason, and go on when there is room, without a restart', async () => {
    const data = newDataFolder();
    const disk = mountSmallDisk(join(data, 'deliveries'), '64k');
    const desk = await openDesk({ ...small, SWATH_DATA: data });
    const id = await desk.order();
    expect(await until(async () => (await errorsOf(desk, id)).length > 0)).toBe(true);
    expect(new Set(await errorsOf(desk, id))).toEqual(new Set(['the service has no room left for temporary files']));
    expect((await readOrder(desk.client, id)).state).toBe('RUNNING');
    disk.resize('64m');
    desk.advance(10_000);
    await expectWhole(desk, desk.bucket, id);
  }, 180_000);

  it('that of the bucket: likewise, and no half object', async () => {
    const data = newDataFolder();
    const bucket = join(data, 'buckets', 'demo');
    const disk = mountSmallDisk(bucket, '128k');
    const desk = await openDesk({ ...small, SWATH_DATA: data });
    const id = await desk.order();
    expect(await until(async () => (await errorsOf(desk, id)).length === 4)).toBe(true);
    expect(new Set(await errorsOf(desk, id))).toEqual(new Set(['the bucket demo has no room left']));
    expect(keysOf(bucket)).toEqual([]);
    disk.resize('64m');
    desk.advance(10_000);
    await expectWhole(desk, bucket, id);
  }, 180_000);

  it('a bucket that turns read only in the middle: likewise', async () => {
    const data = newDataFolder();
    const bucket = join(data, 'buckets', 'demo');
    const disk = mountSmallDisk(bucket, '64m');
    const desk = await openDesk({ ...small, SWATH_DATA: data, SWATH_DELIVERY_THREADS: '1' });
    const id = await desk.order({ acquisitions });
    expect(await until(() => keysOf(bucket).some((key) => key.startsWith('here/33')))).toBe(true);
    expect(await until(() => readOnly(disk))).toBe(true);
    expect(await until(async () => (await errorsOf(desk, id)).length > 0)).toBe(true);
    expect(new Set(await errorsOf(desk, id))).toEqual(new Set(['the bucket demo is on a disk that is read only']));
    disk.setReadOnly(false);
    desk.advance(10_000);
    await expectWhole(desk, bucket, id, 12);
  }, 180_000);

  it('that of mails: the order ends all the same, and the mail is written when there is room', async () => {
    const data = newDataFolder();
    const disk = mountSmallDisk(join(data, 'mail'), '4k');
    const desk = await openDesk({ ...small, SWATH_DATA: data });
    const id = await desk.order({ notifications: [{ type: 'email', address: 'customer@example.com' }] });
    await expectWhole(desk, desk.bucket, id);
    expect(await desk.service.outbox.pending()).toBe(1);
    disk.resize('4m');
    desk.advance(60_000);
    expect(await until(async () => (await desk.service.outbox.pending()) === 0)).toBe(true);
    expect(readdirSync(join(data, 'mail')).map((name) => name.replace(/^.*\./, '.'))).toEqual(['.eml']);
  }, 180_000);

  it('that of the database: new orders are 503, those that run wait, nothing is lost, and all goes on when there is room', async () => {
    const disk = temporaryFolder();
    const tiny = mountSmallDisk(disk, '12m');
    const [data, roots] = [join(disk, 'data'), temporaryFolder()];
    const bucket = join(roots, 'place');
    for (const folder of [data, bucket]) mkdirSync(folder);
    // Only the database is on the small disk.
    mountSmallDisk(join(data, 'deliveries'), '64m');
    const desk = await openDesk({ ...small, SWATH_DATA: data, SWATH_BUCKET_ROOTS: roots, SWATH_DELIVERY_LEASE: '2' });
    const body = { acquisitions: [acquisitions[0]], intersects: areas[3].area };
    const place = (prefix: string) => desk.order({ output_config: { bucket: `file://${bucket}`, prefix } });
    const id = await place('here');
    tiny.fill();
    const answers: number[] = [];
    // Some may still fit into pages that are free.
    const isRefused = async () => {
      const filler = { ...body, output_config: { bucket: `file://${bucket}`, prefix: 'filler' } };
      const { status } = await postOrder(desk.client, { ...filler, metadata: { note: 'x'.repeat(20_000) } });
      answers.push(status);
      return status === 503;
    };
    expect(await until(isRefused)).toBe(true);
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    tiny.empty();
    await expectWhole(desk, bucket, id);
    const last = await place('later');
    expect((await untilEnded(desk.client, last)).state).toBe('SUCCEEDED');
    const states = await desk.service.orders.list(desk.member.id, everything);
    expect(states.data).toHaveLength(2 + answers.filter((status) => status === 200).length);
  }, 180_000);
});

const everything = { limit: 100, startingAfter: null, endingBefore: null, fromMs: null, untilMs: null, filter: null };

/** Not while a file is open for writing. */
function readOnly(disk: ReturnType<typeof mountSmallDisk>): boolean {
  try {
    disk.setReadOnly(true);
    return true;
  } catch {
    return false;
  }
}
