import { describe, expect, test } from 'vitest';
import type { BucketTarget } from '../../../server/src/buckets/bucket-target.ts';
import { credentialsFor, readRetryRequest } from '../../../server/src/orders/read-retry.ts';
import { output } from '../../contract/order-fixtures.ts';

const endpoint = 'https://s3.example.com';
const target: BucketTarget = { kind: 's3', name: 'theirs', endpoint, region: null, isPathStyle: null };
const order = { output: output({ target, label: 'theirs', prefix: 'p/q' }) };
const keys = { access_key_id: 'AKIA', secret_access_key: 'hush' };

const credentials = (config: object) => credentialsFor(order, readRetryRequest({ output_config: config }));

describe('credentials that a retry gives again', () => {
  test.each([
    {},
    { endpoint },
    { bucket: 'theirs', prefix: '', endpoint },
    { bucket: 'theirs', prefix: 'p/q/', endpoint },
    { bucket: 's3://theirs', prefix: 'p/q', endpoint },
    { bucket: 's3://theirs/p/q', endpoint },
    { bucket: 's3://theirs/p', prefix: 'q', endpoint },
  ])('may stand in the output_config of the order: %j', (place) => {
    const read = { kind: 'keys', accessKeyId: 'AKIA', secretAccessKey: 'hush', sessionToken: null };
    expect(credentials({ ...place, ...keys })).toEqual(read);
    expect(credentials({ amazon_s3: { ...place, ...keys } })).toEqual(read);
  });

  test.each([
    { bucket: 'theirs', prefix: 'p/q' },
    { bucket: 's3://theirs/p/q' },
    { deliveryBucket: 's3://theirs/p', prefix: 'q' },
    { bucket_name: 'theirs' },
    { destination: 's3://theirs/p/q' },
    { delivery: { bucket: 'theirs', prefix: 'p/q' } },
    { prefix: 'p/q' },
  ])('are none in the short form of the order: %j', (body) => {
    expect(credentialsFor(order, readRetryRequest(body))).toBeNull();
  });

  test('may stand in the short form too, where that is an object', () => {
    const body = { bucket: { bucket: 'theirs', prefix: 'p/q', endpoint, ...keys } };
    expect(credentialsFor(order, readRetryRequest(body))).toMatchObject({ accessKeyId: 'AKIA' });
  });

  test.each([
    [{ bucket: 'others' }, 'bucket must be that of the order, or absent'],
    [{ bucket: 's3://theirs/p' }, 'prefix must be that of the order, or absent'],
    [{ bucket: 'theirs', prefix: 'elsewhere' }, 'prefix must be that of the order, or absent'],
    [{ prefix: 'elsewhere' }, 'prefix must be that of the order, or absent'],
    [{ delivery: { bucket: 'theirs', prefix: 'x' } }, 'delivery.prefix must be that of the order, or absent'],
    [{ destination: 'others' }, 'destination must be that of the order, or absent'],
    [{ bucket: 5 }, 'bucket must be the name or URI of a bucket'],
    [{ bucket: 'theirs', output_config: {} }, 'output_config and bucket exclude each other: give one'],
    [{ output_config: [] }, 'output_config must be an object'],
  ])('another place in the short form is refused: %j', (body, message) => {
    expect(() => credentialsFor(order, readRetryRequest(body))).toThrow(new RegExp(`^${message}`));
  });

  test.each([
    [{ bucket: 'others' }, 'bucket must be that of the order, or absent'],
    [{ bucket: 's3://others/p/q' }, 'bucket must be that of the order, or absent'],
    [{ bucket: 's3://theirs/p' }, 'prefix must be that of the order, or absent'],
    [{ prefix: 'elsewhere' }, 'prefix must be that of the order, or absent'],
    [{ prefix: '/p/q' }, "prefix must not begin with '/'"],
    [{ bucket: 5 }, 'bucket must be the name or URI of a bucket'],
    [{ endpoint: 'https://elsewhere.example.com' }, 'endpoint must be that of the order, or absent'],
  ])('of another place are refused: %j', (place, message) => {
    expect(() => credentials({ ...place, ...keys })).toThrow(`output_config.${message}`);
    expect(() => credentials({ amazon_s3: { ...place, ...keys } })).toThrow(`output_config.amazon_s3.${message}`);
  });
});
