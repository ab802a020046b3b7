import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { signIn } from '../abuse/support/call.ts';
import { childAdmin, startChild } from '../abuse/support/child-service.ts';
import { hashBucket, keysOf, readManifest } from '../abuse/support/orders/bucket-oracle.ts';
import { type ChildWorker, startChildWorker } from '../abuse/support/orders/child-worker.ts';
import { acquisitions, areas, fillArchive } from '../abuse/support/orders/order-archive.ts';
import { placeOrder, until, untilEnded } from '../abuse/support/orders/order-client.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

async function openSite(leaseSeconds: number) {
  const folder = temporaryFolder();
  const [data, archive] = [join(folder, 'data'), join(folder, 'archive')];
  const bucket = join(data, 'buckets', 'demo');
  mkdirSync(bucket, { recursive: true });
  const settings = {
    SWATH_ARCHIVE_ROOTS: archive,
    SWATH_DELIVERY_THREADS: '1',
    SWATH_DELIVERY_LEASE: String(leaseSeconds),
  };
  const service = await startChild(data, { ...settings, SWATH_DELIVERY: '0' });
  onTestFinished(() => service.end('SIGKILL').then(() => undefined));
  const { bearer } = await signIn(service.url, childAdmin.email, childAdmin.password);
  await fillArchive(service.url, bearer, archive);
  const client = { url: service.url, bearer };
  const startWorker = async (): Promise<ChildWorker> => {
    const worker = await startChildWorker(data, settings);
    onTestFinished(async () => {
      worker.process.kill('SIGCONT');
      await worker.end('SIGKILL');
    });
    return worker;
  };
  const order = (prefix: string, at = client) =>
    placeOrder(at, { acquisitions, intersects: areas[3].area, output_config: { bucket: 'demo', prefix } });
  return { data, bucket, client, settings, service, startWorker, order };
}

/** Stops the process in the middle of a write: what it writes is there, and not yet in its place. */
async function freezeInAWrite(worker: ChildWorker, data: string, bucket: string): Promise<boolean> {
  const uploads = () => {
    try {
      return readdirSync(join(bucket, '.swath-uploads')).length;
    } catch {
      return 0;
    }
  };
  for (const deadlineMs = performance.now() + 30_000; performance.now() < deadlineMs; await setTimeout(1)) {
    if (uploads() === 0) continue;
    worker.process.kill('SIGSTOP');
    await setTimeout(20);
    if (uploads() > 0 && isStoreFree(data)) return true;
    worker.process.kill('SIGCONT');
  }
  return false;
}

/** One that froze within a transaction would keep everybody waiting, which is not what this is about. */
function isStoreFree(data: string): boolean {
  const database = connect(join(data, 'app.db'), { busyTimeoutMs: 200 });
  try {
    database.exec('BEGIN IMMEDIATE');
    database.exec('ROLLBACK');
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/** What a file's place holds: another rename would show, even of the same bytes. */
const inodesIn = (bucket: string) =>
  new Map(
    keysOf(bucket)
      .filter(isObject)
      .map((key) => [key, lstatSync(join(bucket, key)).ino]),
  );
const isObject = (key: string) => !key.startsWith('.swath-uploads/');

it('a worker that is frozen past its lease loses its tile to another, and cannot commit when it goes on', async () => {
  const { data, bucket, client, startWorker, order } = await openSite(2);
  const frozen = await startWorker();
  const [id, next] = [await order('first'), await order('next')];
  expect(await freezeInAWrite(frozen, data, bucket)).toBe(true);

  const other = await startWorker();
  for (const each of [id, next]) expect((await untilEnded(client, each)).state).toBe('SUCCEEDED');
  const before = inodesIn(bucket);
  frozen.process.kill('SIGCONT');
  // It lets go of what it had begun, and of nothing else.
  expect(await until(() => keysOf(bucket).every(isObject))).toBe(true);
  await setTimeout(300);
  expect(inodesIn(bucket)).toEqual(before);
  const found = hashBucket(bucket);
  for (const manifest of [readManifest(bucket, 'first', id)!, readManifest(bucket, 'next', next)!]) {
    expect(manifest.tiles).toEqual({ total: 12, delivered: 12, failed: 0 });
    expect(manifest.files.filter(({ key, sha256 }) => found.get(key) !== sha256)).toEqual([]);
  }

  expect(await other.end('SIGTERM')).toBe(0);
  expect((await untilEnded(client, await order('last'))).state).toBe('SUCCEEDED');
  expect(await frozen.end('SIGTERM')).toBe(0);
}, 180_000);

it('SIGTERM of a worker gives its tiles back: another goes on with them at once', async () => {
  const { client, startWorker, order } = await openSite(600);
  const first = await startWorker();
  const id = await order('here');
  await setTimeout(300);
  expect(await first.end('SIGTERM')).toBe(0);
  await startWorker();
  expect((await untilEnded(client, id)).state).toBe('SUCCEEDED');
}, 180_000);

it('SIGTERM of the service while it delivers: it ends cleanly and soon, and goes on when it is started again', async () => {
  const { data, bucket, settings, service, client, order } = await openSite(600);
  expect(await service.end('SIGTERM')).toBe(0);
  const delivering = await startChild(data, settings);
  onTestFinished(() => delivering.end('SIGKILL').then(() => undefined));
  const id = await order('here', { ...client, url: delivering.url });
  expect(await until(() => keysOf(bucket).some((key) => key.endsWith('-visual.tif')))).toBe(true);
  const startMs = performance.now();
  expect(await delivering.end('SIGTERM')).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expect(readManifest(bucket, 'here', id)).toBeNull();
  const again = await startChild(data, settings);
  onTestFinished(() => again.end('SIGKILL').then(() => undefined));
  expect((await untilEnded({ ...client, url: again.url }, id)).state).toBe('SUCCEEDED');
}, 180_000);
