import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BucketFault } from '../../server/src/buckets/bucket-fault.ts';
import { objectKey } from '../../server/src/buckets/object-key.ts';
import { policyText } from '../../server/src/buckets/policy-text.ts';
import type { Bucket } from '../../server/src/buckets/ports.ts';
import { probeBucket, refuseFailedProbe } from '../../server/src/buckets/probe-bucket.ts';
import { bucketsIn, freshFolder } from './support/open-places.ts';

const folder = freshFolder();
const demo = join(folder, 'buckets', 'demo');
let bucket: Bucket;

beforeAll(async () => {
  mkdirSync(demo, { recursive: true });
  bucket = await bucketsIn(folder).open({ kind: 'named', name: 'demo' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const failing = (step: 'put' | 'get' | 'delete', cause: Error): Bucket => ({
  ...bucket,
  [step]: () => Promise.reject(cause),
});

const answer = async (opened: Bucket) => refuseFailedProbe(await probeBucket(opened, 'x'));
const policyFor = () => policyText({ bucket: 'demo', prefix: 'x', principal: null });
const read = (prefix: string, principal: string | null) =>
  JSON.parse(policyText({ bucket: 'abc', prefix, principal })) as { Statement: Record<string, unknown>[] };

describe('the probe of a directory', () => {
  test('is done, and leaves nothing', async () => {
    expect(await probeBucket(bucket, 'a/b')).toEqual({
      label: 'demo',
      done: ['write', 'read', 'delete'],
      failure: null,
    });
    expect(readdirSync(demo)).toEqual([]);
  });

  test('what was written is deleted also when it cannot be read', async () => {
    const report = await probeBucket(failing('get', new BucketFault('denied', 'no')), 'a');
    expect(report).toMatchObject({ done: ['write'], failure: { step: 'read', isTransient: false, policy: null } });
    expect(readdirSync(demo)).toEqual([]);
  });

  test('something else than what was written is no success', async () => {
    const other = { ...bucket, get: async () => ({ body: [new Uint8Array(3)] }) } as unknown as Bucket;
    const { failure } = await probeBucket(other, '');
    expect(failure).toMatchObject({ step: 'read', reason: 'what was read is not what was written' });
  });

  test('a mistake of ours is no word on the bucket', async () => {
    await expect(probeBucket(failing('put', new TypeError('ours')), '')).rejects.toThrow('ours');
  });
});

describe('the answer to an order', () => {
  test('nothing, when the bucket can be written to', async () => {
    await expect(answer(bucket)).resolves.toBeUndefined();
  });

  test('a refusal that says the step and what to grant', async () => {
    const denied = { ...failing('delete', new BucketFault('denied', 'no')), policyFor };
    await expect(answer(denied)).rejects.toMatchObject({
      kind: 'order_refused',
      message: expect.stringMatching(
        /^Unable to write to bucket demo: the step 'delete' failed: no\. Grant this policy: \{"Version"/,
      ) as unknown,
    });
  });

  test('unavailable, when it may work later', async () => {
    const busy = failing('put', new BucketFault('unavailable', 'busy'));
    await expect(answer(busy)).rejects.toMatchObject({ kind: 'unavailable', detail: { retryAfterSeconds: 30 } });
  });
});

describe('a policy', () => {
  test('is for the prefix alone', () => {
    expect(read('a/b', 'arn:aws:iam::1:root').Statement).toMatchObject([
      { Principal: { AWS: 'arn:aws:iam::1:root' }, Resource: 'arn:aws:s3:::abc/a/b/*' },
      { Action: 's3:ListBucket', Resource: 'arn:aws:s3:::abc', Condition: { StringLike: { 's3:prefix': 'a/b/*' } } },
      { Action: 's3:ListBucketMultipartUploads', Resource: 'arn:aws:s3:::abc' },
    ]);
    expect(read('', null).Statement[0]).toMatchObject({ Resource: 'arn:aws:s3:::abc/*' });
  });

  test('takes no character of a prefix for a pattern', () => {
    expect(read('a*/$b', null).Statement[0]).toMatchObject({ Resource: 'arn:aws:s3:::abc/a${*}/${$}b/*' });
  });
});

describe('an object key', () => {
  test('joins a prefix and parts', () => {
    expect([objectKey('', 'x'), objectKey('a/b', '17', 'x y.tif')]).toEqual(['x', 'a/b/17/x y.tif']);
  });

  test.each([[''], ['a/b'], ['..'], ['.'], ['a\\b'], ['a\tb'], ['x'.repeat(256)]])('a part %j is refused', (part) => {
    expect(() => objectKey('p', part)).toThrow(expect.objectContaining({ kind: 'invalid_parameters' }));
  });

  test('of more than 1,024 bytes is refused', () => {
    const long = Array.from({ length: 5 }, () => 'ö'.repeat(120));
    expect(() => objectKey('', ...long)).toThrow('must have at most 1024 bytes');
  });
});
