import { describe, expect, test } from 'vitest';
import { byIds, cell, least, read, refusal, selectId } from './order-bodies.ts';

const keys = { access_key_id: 'AKIATHEKEYID', secret_access_key: 'theSecretText', session_token: 'theSessionText' };
const role = { role_arn: 'arn:aws:iam::123456789012:role/delivery' };
const secrets = [...Object.values(keys), role.role_arn];

describe('where an order goes', () => {
  test.each<[string, object, object]>([
    ['output_config', { output_config: { bucket: 'deliveries', prefix: 'a/b' } }, { prefix: 'a/b' }],
    ['amazon_s3', { outputConfig: { amazon_s3: { bucket: 'deliveries', prefix: '' } } }, { prefix: '' }],
    ['bucket', { bucket: 's3://deliveries/a', prefix: 'b' }, { prefix: 'a/b' }],
    ['delivery_bucket', { delivery_bucket: 'deliveries' }, { prefix: '' }],
    ['bucketName', { bucketName: 'deliveries' }, { prefix: '' }],
    ['destination', { destination: 's3://deliveries/x/' }, { prefix: 'x' }],
    ['delivery.bucket', { delivery: { bucket: 'deliveries', prefix: 'p' } }, { prefix: 'p' }],
  ])('%s', (_, place, expected) => {
    const { destination, warnings } = read({ select_id: selectId, ...place });
    expect(destination).toMatchObject({
      target: { kind: 'named', name: 'deliveries' },
      credentials: null,
      ...expected,
    });
    expect(warnings).toEqual([]);
  });

  test('none, two, and what is none are refused', () => {
    expect(refusal({ select_id: selectId })).toBe('order_refused: no bucket is named: give output_config or bucket');
    expect(refusal({ ...least, destination: 'others' })).toMatch(/^order_refused: bucket and destination exclude/);
    expect(refusal({ ...least, delivery: 'others' })).toBe(
      'order_refused: delivery must be an object with bucket and prefix',
    );
    expect(refusal({ ...least, prefix: '../up' })).toMatch(/^order_refused: prefix must not have a part '\.\.'/);
  });
});

describe('the record of an order', () => {
  test('repeats the members that mean something, under their own names', () => {
    const body = { selectId, bucket: 'deliveries', dryRun: true, metadata: { customer: [1] }, colour: 'red', hd: null };
    const { asSent, isDryRun, metadata } = read(body);
    expect(asSent).toEqual({ select_id: selectId, bucket: 'deliveries', dry_run: true, metadata: { customer: [1] } });
    expect([isDryRun, metadata]).toEqual([true, { customer: [1] }]);
  });

  test.each<[string, object, 'keys' | 'role' | null]>([
    ['output_config', { output_config: { bucket: 'deliveries', ...keys } }, 'keys'],
    ['output_config.amazon_s3', { output_config: { amazon_s3: { bucket: 'deliveries', ...keys } } }, 'keys'],
    ['a role', { output_config: { bucket: 'deliveries', ...role } }, 'role'],
    ['bucket', { bucket: { bucket: 'deliveries', ...keys } }, 'keys'],
    ['destination', { destination: { bucket: 'deliveries', ...keys } }, 'keys'],
    ['delivery.bucket', { delivery: { bucket: { amazon_s3: { bucket: 'deliveries', ...keys } } } }, 'keys'],
    ['the order itself', { bucket: 'deliveries', ...keys, ...role }, null],
    ['where they mean nothing', { delivery: { bucket: 'deliveries', ...keys }, settings: { ...role } }, null],
    [
      'other spellings',
      {
        output_config: {
          bucket: 'deliveries',
          secretAccessKey: keys.secret_access_key,
          'aws-access-key-id': keys.access_key_id,
        },
      },
      null,
    ],
  ])('holds no credentials that stand in %s', (_, place, kind) => {
    const { asSent, destination, warnings } = read({ select_id: selectId, ...place });
    expect(destination.credentials?.kind ?? null).toBe(kind);
    const told = JSON.stringify([asSent, destination.shown, warnings]);
    for (const secret of secrets) expect(told).not.toContain(secret);
    expect(told).toContain('deliveries');
  });

  test('a refusal repeats no credentials', () => {
    const wrong = { output_config: { bucket: 'deliveries', ...keys, ...role } };
    for (const secret of secrets) expect(refusal({ select_id: selectId, ...wrong })).not.toContain(secret);
  });

  test('what means nothing is told of, with what was meant', () => {
    const { warnings } = read({
      ...byIds,
      acquisitions: [{ id: 'a', cells: [cell], colour: 1 }],
      colour: 'red',
      clip_to_aoi: true,
      settings: { sharpen: true },
      notifications: [{ type: 'email', address: 'a@example.com', cc: 'b' }],
      delivery: { speed: 'fast' },
    });
    expect(warnings).toEqual([
      'colour: it is no member of an order and was ignored',
      "clip_to_aoi: it is no member of an order and was ignored; 'settings.clip_to_aoi' is",
      'acquisitions[0].colour: it is no member of an order and was ignored',
      'delivery.speed: it is no member of an order and was ignored',
      'notifications[0].cc: it is no member of an order and was ignored',
      'settings.sharpen: it is no member of an order and was ignored',
    ]);
  });

  test('a thousand members that mean nothing make twenty warnings, none of them long', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}${'y'.repeat(500)}`, i]));
    const { warnings } = read({ ...least, ...many });
    expect([warnings.length, Math.max(...warnings.map(({ length }) => length)) < 200]).toEqual([20, true]);
  });

  test('metadata are whatever the customer likes, up to 64 KiB', () => {
    for (const metadata of ['text', 5, false, [], {}, { secret: 'his own' }]) {
      const request = read({ ...least, metadata });
      expect([request.metadata, request.asSent['metadata']]).toEqual([metadata, metadata]);
    }
    expect(read(least).metadata).toBeNull();
    expect(read({ ...least, metadata: 'x'.repeat(65_534) }).metadata).toHaveLength(65_534);
    expect(refusal({ ...least, metadata: 'x'.repeat(65_535) })).toBe(
      'order_refused: metadata must have at most 65536 bytes',
    );
    expect(refusal({ ...least, metadata: 'ü'.repeat(40_000) })).toMatch(/^order_refused: metadata/);
  });
});
