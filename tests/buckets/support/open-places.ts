import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketOptions, createBuckets } from '../../../server/src/adapters/buckets/open-buckets.ts';
import type { Bucket } from '../../../server/src/buckets/ports.ts';

export type Place = {
  readonly bucket: Bucket;
  /** Makes an object of one byte for each key. */
  fill(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

export const keys = { accessKeyId: 'tester', secretAccessKey: 'a secret of tests' };
export const quickly = { attempts: 4, firstDelayMs: 5, longestDelayMs: 50 };

export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'swath-buckets-'));
}

export const fillByPuts =
  (bucket: Bucket): Place['fill'] =>
  async (keys) => {
    for (const key of keys) await bucket.put(key, Buffer.from('x'), { contentType: 'text/plain' });
  };

/** Without S3 and without further roots, unless they are given. */
export const bucketsIn = (dataFolder: string, more: Partial<BucketOptions> = {}) =>
  createBuckets({ dataFolder, roots: [], s3: null, mayReachPrivate: false, ...more });

export async function openLocal(): Promise<Place> {
  const folder = freshFolder();
  mkdirSync(join(folder, 'buckets', 'demo'), { recursive: true });
  const bucket = await bucketsIn(folder).open({ kind: 'named', name: 'demo' });
  return { bucket, fill: fillByPuts(bucket), close: async () => rmSync(folder, { recursive: true }) };
}

export async function openManaged(): Promise<Place> {
  const folder = freshFolder();
  const bucket = await bucketsIn(folder).open({ kind: 'managed' });
  return { bucket, fill: fillByPuts(bucket), close: async () => rmSync(folder, { recursive: true }) };
}

/** The operator's S3, at an endpoint of the tests. */
export const atEndpoint = (endpoint: string) => ({
  s3: { endpoint, region: 'us-east-1', isPathStyle: true, keys, patience: quickly },
});
