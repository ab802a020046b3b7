import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openManagedBucket } from '../../server/src/adapters/buckets/managed/managed-bucket.ts';
import { createJobFiles } from '../../server/src/adapters/ingest/job-files.ts';
import {
  amongNodes,
  fetchUpload,
  inBucket,
  isInBucket,
  keepRejects,
} from '../../server/src/adapters/ingest/shared-job-files.ts';
import { temporaryFolder } from './support.ts';

const id = '6f1e2a34-0000-4000-8000-000000000001';
async function* body(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part);
}

const limits = { mostBytes: 100, leastFreeBytes: 0 };

const nodeOver = (bucketFolder: string) => {
  const dataFolder = temporaryFolder();
  const local = createJobFiles({ dataFolder, roots: [], mostBytes: 100, leastFreeBytes: 0 });
  return { dataFolder, files: inBucket(amongNodes(local), () => openManagedBucket(bucketFolder), limits), local };
};

test('what is uploaded to one node is read by another, and its rejects by the first', async () => {
  const shared = temporaryFolder();
  const [api, worker] = [nodeOver(shared), nodeOver(shared)];
  expect(api.files.home).toBe(worker.files.home);
  expect(api.files.uploadHome).toBe(api.files.home);
  expect(worker.files.homes).toEqual([worker.files.home, worker.local.home]);
  const place = await api.files.takeUpload(id, 'ndjson', body('one\n', 'two\n'), 8);
  expect(isInBucket(place)).toBe(true);
  const bucket = await openManagedBucket(shared);
  const folder = join(worker.dataFolder, 'job');
  const path = await fetchUpload(bucket, place, folder);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(await fetchUpload(bucket, place, folder)).toBe(path);

  const rejects = join(folder, 'rejects.ndjson');
  writeFileSync(rejects, '{"reason":"bad"}\n');
  expect(await api.files.rejects(id)).toBeNull();
  await keepRejects(bucket, id, rejects);
  const told = (await api.files.rejects(id))!;
  const parts: Uint8Array[] = [];
  for await (const part of told.read(2, told.byteLength)) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('reason":"bad"}\n');

  await worker.files.forgetUpload(id);
  await expect(fetchUpload(bucket, place, temporaryFolder())).rejects.toMatchObject({
    fault: 'object',
  });
  expect(await api.files.rejects(id)).not.toBeNull();
  await worker.files.remove(id);
  expect(await api.files.rejects(id)).toBeNull();
  await expect(api.files.takeUpload(id, 'ndjson', body('x'.repeat(101)), null)).rejects.toMatchObject({
    kind: 'request_too_large',
  });
  bucket.close();
});

test('without a bucket an upload belongs to the node that took it, all else to any', () => {
  const local = createJobFiles({ dataFolder: temporaryFolder(), roots: [], mostBytes: 100, leastFreeBytes: 0 });
  const files = amongNodes(local);
  expect([files.uploadHome, files.homes]).toEqual([local.home, [files.home, local.home]]);
  expect(files.home).not.toBe(local.home);
});
