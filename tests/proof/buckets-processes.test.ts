import { execFile, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bucket } from '../../server/src/buckets/ports.ts';
import { type S3Server, findS3Server, startS3Server } from '../support/s3-server.ts';
import { scriptArguments } from '../support/script-arguments.ts';
import type { PutOrder } from '../buckets/putting-process.ts';
import { atEndpoint, bucketsIn, freshFolder } from '../buckets/support/open-places.ts';
import { endpointOf } from '../buckets/support/s3-place.ts';
import { keysOf, readWhole } from '../buckets/support/streams.ts';

const program = findS3Server();
const script = scriptArguments('tests/buckets/putting-process.ts');
const megabyte = 1_000_000;
const everything = { prefix: '', isOurs: () => true };

/** Ends it the hard way as soon as it says that it is there. */
async function killWhenThere(order: PutOrder): Promise<void> {
  const child = spawn(process.execPath, [...script, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<string | null>((resolve) => void child.once('exit', (_, signal) => resolve(signal)));
  child.stdout.once('data', () => child.kill('SIGKILL'));
  expect(await ended).toBe('SIGKILL');
}

async function run(order: PutOrder): Promise<Record<'byteLength' | 'heldBytes' | 'beforeBytes' | 'peakBytes', number>> {
  const flags = ['--expose-gc', '--single-threaded-gc', ...script, JSON.stringify(order)];
  return JSON.parse((await promisify(execFile)(process.execPath, flags)).stdout) as Awaited<ReturnType<typeof run>>;
}

describe.each([
  ['local', true],
  ['s3', program !== null],
] as const)('a process that puts into a bucket: %s', (kind, isHere) => {
  let server: S3Server | null = null;
  let dataFolder: string;
  let endpoint: string | null = null;
  let bucket: Bucket;
  beforeAll(async () => {
    if (!isHere) return;
    dataFolder = freshFolder();
    mkdirSync(join(dataFolder, 'buckets', 'demo'), { recursive: true });
    if (kind === 's3') server = await startS3Server(program!, ['demo']);
    endpoint = server === null ? null : await endpointOf(server);
    const buckets = bucketsIn(dataFolder, endpoint === null ? {} : atEndpoint(endpoint));
    bucket = await buckets.open({ kind: 'named', name: 'demo' });
  });
  afterAll(async () => {
    bucket?.close();
    await server?.stop();
    if (isHere) rmSync(dataFolder, { recursive: true });
  });

  test.skipIf(!isHere).each([1 * megabyte, 30 * megabyte, 'commit'] as const)(
    'killed at %s: the object is as it was, what is left is swept, the next one is whole',
    async (stopsAt) => {
      const order = { dataFolder, endpoint, key: 'deep/object', byteLength: 40 * megabyte, stopsAt };
      await bucket.put('deep/object', Buffer.from('as it was'), { contentType: 'text/plain' });
      await killWhenThere(order);
      expect(await keysOf(bucket)).toEqual(['deep/object']);
      expect(String(await readWhole(bucket, 'deep/object'))).toBe('as it was');
      expect(await bucket.sweepAbandoned({ ...everything, olderThanMs: 3_600_000 })).toBe(0);
      // A small part of S3 had not been sent, so nothing had been begun.
      const left = kind === 's3' && stopsAt === 1 * megabyte ? 0 : 1;
      expect(await bucket.sweepAbandoned({ ...everything, olderThanMs: -60_000 })).toBe(left);
      await promisify(execFile)(process.execPath, [...script, JSON.stringify({ ...order, stopsAt: null })]);
      expect((await readWhole(bucket, 'deep/object')).length).toBe(40 * megabyte);
    },
  );

  test.skipIf(!isHere)('300 MB: less than 40 MB held, and flat', { timeout: 180_000 }, async () => {
    const order = (megabytes: number) => ({
      dataFolder,
      endpoint,
      key: 'large',
      byteLength: megabytes * megabyte,
      stopsAt: null,
    });
    const [small, large] = [await run(order(60)), await run(order(300))];
    expect(large.byteLength).toBe(300 * megabyte);
    expect(large.heldBytes).toBeGreaterThan(0);
    expect(large.heldBytes).toBeLessThan(40 * megabyte);
    expect(large.heldBytes - small.heldBytes).toBeLessThan(10 * megabyte);
    expect(large.peakBytes - large.beforeBytes).toBeLessThan(150 * megabyte);
  });
});
