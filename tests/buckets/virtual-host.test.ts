import dns from 'node:dns';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bucket } from '../../server/src/buckets/ports.ts';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { readDestination } from '../../server/src/buckets/read-destination.ts';
import { type S3Server, findS3Server, startS3Server } from '../support/s3-server.ts';
import { bucketsIn, keys, quickly } from './support/open-places.ts';
import { endpointOf } from './support/s3-place.ts';
import { invented, keysOf, readWhole } from './support/streams.ts';

const program = findS3Server();
const plain = { contentType: 'text/plain' };

/** Not every machine knows names below localhost. */
function lookUp(host: string, { all: isAll }: { all?: boolean }, done: (...answer: unknown[]) => void): void {
  const address = '127.0.0.1';
  if (!host.endsWith('.localhost')) done(Object.assign(new Error(host), { code: 'ENOTFOUND' }));
  else if (isAll) done(null, [{ address, family: 4 }]);
  else done(null, address, 4);
}

describe.skipIf(program === null)('a bucket that is named in the host', () => {
  let server: S3Server;
  let endpoint = '';
  let bucket: Bucket;
  beforeAll(async () => {
    server = await startS3Server(program!, ['deliveries'], (port) => ['--virtual-domain', `s3.localhost:${port}`]);
    endpoint = (await endpointOf(server)).replace('127.0.0.1', 's3.localhost');
  });
  beforeEach(async () => {
    vi.spyOn(dns, 'lookup').mockImplementation(lookUp as unknown as typeof dns.lookup);
    const s3 = { endpoint, region: 'us-east-1', isPathStyle: false, keys, patience: quickly };
    bucket = await bucketsIn('/nowhere', { s3 }).open({ kind: 'named', name: 'deliveries' });
  });
  afterEach(() => {
    bucket.close();
    vi.restoreAllMocks();
  });
  afterAll(() => server?.stop());

  test('is probed, written to, whole and in parts, listed, read and swept as any other', async () => {
    expect((await probeBucket(bucket, 'a/b')).failure).toBeNull();
    const names = ['a/b/x y+z%20.txt', 'a/b/größe-東京.txt', 'deliveries/x.txt'];
    for (const name of names) await bucket.put(name, Buffer.from(name), plain);
    for (const name of names) expect(String(await readWhole(bucket, name))).toBe(name);
    expect(await keysOf(bucket, '')).toEqual(names.toSorted());
    const put = await bucket.put('a/large', invented(20_000_000), plain);
    expect(await bucket.head('a/large')).toEqual({ byteLength: 20_000_000, etag: put.etag });
    expect(await bucket.sweepAbandoned({ prefix: '', olderThanMs: 0, isOurs: () => true })).toBe(0);
    // Beside each other in the bucket, not below a folder of its name.
    expect(names.map((name) => existsSync(join(server.objects, 'deliveries', name)))).toEqual([true, true, true]);
    await bucket.delete('a/large');
    expect(await bucket.head('a/large')).toBeNull();
  });

  test('and that does not exist is told so', async () => {
    const s3 = { endpoint, region: 'us-east-1', isPathStyle: false, keys, patience: quickly };
    const missing = await bucketsIn('/nowhere', { s3 }).open({ kind: 'named', name: 'nowhere' });
    const { failure } = await probeBucket(missing, 'a').finally(() => missing.close());
    expect(failure).toMatchObject({ step: 'exists', reason: 'the bucket nowhere does not exist' });
  });

  test('of a customer: path_style false names it there, too', async () => {
    const credentials = { access_key_id: keys.accessKeyId, secret_access_key: keys.secretAccessKey };
    const amazon_s3 = { bucket: 'deliveries', endpoint, path_style: false, ...credentials };
    const asked = readDestination({ output_config: { amazon_s3 } });
    const theirs = await bucketsIn('/nowhere', { mayReachPrivate: true }).open(asked.target, {
      credentials: asked.credentials,
      externalId: 'organization-1',
    });
    expect((await probeBucket(theirs, 'a').finally(() => theirs.close())).failure).toBeNull();
  });
});
