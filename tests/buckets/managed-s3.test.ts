import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { bucketOptions } from '../../server/src/bucket-options.ts';
import { type S3Server, findS3Server, startS3Server } from '../support/s3-server.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';
import { endpointOf } from './support/s3-place.ts';
import { keysOf, readWhole } from './support/streams.ts';

const program = findS3Server();
const plain = { contentType: 'text/plain' };
const isOver = (key: string) => key === 'order/written.tif';

describe.skipIf(program === null)('the managed bucket in S3', () => {
  let server: S3Server;
  let open: (managed: { name: string; prefix: string }) => ReturnType<typeof bucketsIn>;
  beforeAll(async () => {
    server = await startS3Server(program!, ['own', 'deliveries']);
    const settings = atEndpoint(await endpointOf(server));
    open = (managed) => bucketsIn('/nowhere', { ...settings, managed });
  });
  afterAll(() => server?.stop());

  test('is what lies below its prefix, and nothing beside it', async () => {
    const [one, whole] = [open({ name: 'own', prefix: 'swath/a/' }), open({ name: 'own', prefix: '' })];
    const [bucket, all] = [await one.open({ kind: 'managed' }), await whole.open({ kind: 'managed' })];
    await bucket.put('order/x.txt', Buffer.from('x'), plain);
    await all.put('swath/ab/y.txt', Buffer.from('y'), plain);
    expect(await keysOf(bucket, '')).toEqual(['order/x.txt']);
    expect(await keysOf(all, '')).toEqual(['swath/a/order/x.txt', 'swath/ab/y.txt']);
    expect(String(await readWhole(bucket, 'order/x.txt'))).toBe('x');
    expect([bucket.label, bucket.identity, bucket.folder]).toEqual(['managed', 'managed', '']);
    for (const key of ['../ab/y.txt', '/swath/ab/y.txt', ''])
      await expect(bucket.put(key, Buffer.from('z'), plain)).rejects.toBeInstanceOf(Error);
    expect(await bucket.head('ab/y.txt')).toBeNull();
    await bucket.delete('order/x.txt');
    expect(await bucket.head('order/x.txt')).toBeNull();
    bucket.close();
    all.close();
  });

  test('an upload that died is removed at once where a later one has written its object, else when it is old', async () => {
    const bucket = await open({ name: 'own', prefix: 'swath/a/' }).open({ kind: 'managed' });
    for (const name of ['written', 'young'])
      await server.client.send(new CreateMultipartUploadCommand({ Bucket: 'own', Key: `swath/a/order/${name}.tif` }));
    const sweep = { prefix: 'order/', olderThanMs: 3_600_000, isOurs: () => true };
    expect(await bucket.sweepAbandoned(sweep)).toBe(0);
    expect(await bucket.sweepAbandoned({ ...sweep, isOurs: () => false, isOver })).toBe(0);
    expect(await bucket.sweepAbandoned({ ...sweep, isOver })).toBe(1);
    expect(await bucket.sweepAbandoned({ ...sweep, olderThanMs: -60_000 })).toBe(1);
    bucket.close();
  });

  test('is not delivered to by its own name', async () => {
    const buckets = open({ name: 'own', prefix: 'swath/' });
    for (const target of [
      { kind: 'named', name: 'own' } as const,
      { kind: 's3', name: 'own', endpoint: null, region: null, isPathStyle: null } as const,
    ])
      await expect(buckets.open(target)).rejects.toThrow("the service's own");
    (await buckets.open({ kind: 'named', name: 'deliveries' })).close();
  });
});

test('its place is read from the settings, which have to say of which S3', () => {
  const s3 = { SWATH_S3_ENDPOINT: 'http://localhost:9000' };
  const placeOf = (place: string) => bucketOptions(readConfig({ ...s3, SWATH_MANAGED_BUCKET: place })).managed;
  expect(placeOf('s3://own')).toEqual({ name: 'own', prefix: '' });
  expect(placeOf('s3://own/swath/a/')).toEqual({ name: 'own', prefix: 'swath/a/' });
  expect(() => readConfig({ SWATH_MANAGED_BUCKET: 's3://own' })).toThrow('SWATH_MANAGED_BUCKET needs');
  expect(() => readConfig({ ...s3, SWATH_MANAGED_BUCKET: 's3://a,s3://b' })).toThrow('must be one');
  expect(() => readConfig({ SWATH_SEARCH_DATABASE_URL: 'postgres://x/y' })).toThrow('needs SWATH_DATABASE_URL');
});
