import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import type { PlacingNeeds } from '../../../server/src/orders/placing/place-order.ts';
import { keepOrders } from '../support/kept-orders.ts';
import { type Placing, startPlacing } from '../support/placing-fixture.ts';

let placing: Placing;

beforeAll(async () => {
  placing = await startPlacing();
  await placing.item('fresh');
});
afterAll(() => placing.stop());
afterEach(() => {
  placing.orders.foreign = null;
  placing.orders.occupied = null;
});

const refusedTelling = (notification: object, settings = {}) =>
  placing.refused({ acquisitions: ['fresh'], bucket: 'no-such-bucket', notification, ...settings });

describe('whom an order is told to', () => {
  test.each([
    'someone',
    'someone@',
    '@example.com',
    'a@b@c',
    'a b@example.com',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@example.com\r\nBcc: b@example.com',
  ])('e-mail to %j is refused', async (address) => {
    expect(await refusedTelling({ type: 'email', address })).toBe(
      `order_refused: Invalid email address in notifications: ${address}`,
    );
  });

  test.each([
    'http://localhost/x',
    'http://LOCALHOST./x',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'http://10.1.2.3:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://0.0.0.0/',
    'https://user:pass@hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'hooks.example.com',
    'javascript:alert(1)',
  ])('a webhook to %s is refused', async (url) => {
    const reason = await refusedTelling({ type: 'webhook', url });
    expect(reason).toMatch(/^order_refused: notification\.url must /);
    expect(reason).not.toContain('pass@');
  });

  test('which of several it is, is told, without its address', async () => {
    const good = { type: 'webhook', url: 'https://hooks.example.com/a' };
    const notifications = [good, good, { type: 'webhook', url: 'ftp://hooks.example.com/secret' }];
    expect(await placing.refused({ acquisitions: ['fresh'], bucket: 'deliveries', notifications })).toBe(
      'order_refused: notifications[2].url must be an address that begins with https:// or http://',
    );
  });

  test('one on a private network is taken where the operator allows it', async () => {
    const needs = { config: { ...placing.needs.config, SWATH_ALLOW_PRIVATE_ENDPOINTS: true } };
    const notification = { type: 'webhook', url: 'http://127.0.0.1:9/x' };
    const { order } = await placing.place({ acquisitions: ['fresh'], bucket: 'deliveries', notification }, { needs });
    expect(order.notifications).toEqual([notification]);
  });
});

const refusedTo = (place: object, change = {}) => placing.refused({ acquisitions: ['fresh'], ...place }, change);
const writingFails = (error: Error): Partial<PlacingNeeds> => {
  const put = async () => {
    throw error;
  };
  return { buckets: { open: async (...args) => ({ ...(await placing.needs.buckets.open(...args)), put }) } };
};

describe('the bucket of an order', () => {
  test("another organization's is refused before anything is written to it", async () => {
    placing.orders.foreign = 'deliveries';
    const needs = writingFails(new Error('it was written to'));
    expect(await refusedTo({ bucket: 'deliveries' }, { needs })).toMatch(
      /^order_refused: bucket deliveries is another organization's/,
    );
  });

  test('a prefix with tiles of other settings is refused with the order that put them there', async () => {
    placing.orders.occupied = { prefix: 'a', contentKey: 'another', orderId: '3000000000000000001' };
    expect(await refusedTo({ bucket: 'deliveries', prefix: 'a' })).toMatch(
      /^order_refused: bucket deliveries has tiles of order 3000000000000000001 with other settings/,
    );
    await expect(placing.place({ acquisitions: ['fresh'], bucket: 'deliveries', prefix: 'b' })).resolves.toBeTruthy();
  });

  test('a folder within a bucket and a prefix of the bucket are one place', async () => {
    const inside = join(placing.archive.dataFolder, 'buckets', 'deliveries', 'inside');
    mkdirSync(inside, { recursive: true });
    const bucket = pathToFileURL(inside).href;
    placing.orders.occupied = { prefix: 'inside/a', contentKey: 'another', orderId: '3000000000000000001' };
    expect(await refusedTo({ bucket, prefix: 'a' })).toMatch(/ has tiles of order 3000000000000000001 /);
    placing.orders.occupied = { prefix: 'a', contentKey: 'another', orderId: '3000000000000000001' };
    const { order } = await placing.place({ acquisitions: ['fresh'], bucket, prefix: 'a' });
    expect(order.output).toMatchObject({ prefix: 'a', place: 'inside/a' });
    const same = { acquisitions: ['fresh'], bucket: 'deliveries', prefix: 'inside/a' };
    expect((await placing.place(same)).order.fingerprint).toBe(order.fingerprint);
  });

  test('one that is not there, not allowed, or cannot be written to is refused with the step', async () => {
    const folder = join(placing.archive.dataFolder, 'buckets');
    expect(await refusedTo({ bucket: 's3://no-such/x' })).toMatch(
      /^order_refused: Unable to write to bucket no-such: /,
    );
    expect(await refusedTo({ bucket: 'file:///etc' })).toMatch(
      /^order_refused: Unable to write to bucket file:\/\/\/etc: /,
    );
    writeFileSync(join(folder, 'a-file'), '');
    expect(await refusedTo({ bucket: 'a-file' })).toMatch(/^order_refused: Unable to write to bucket a-file: /);
  });

  test('one that denies writing is refused with the step and what it says, one that is away is to be tried again', async () => {
    expect(await refusedTo({ bucket: 'deliveries' }, { needs: writingFails(new BucketFault('denied', 'no')) })).toBe(
      "order_refused: Unable to write to bucket deliveries: the step 'write' failed: no",
    );
    expect(
      await refusedTo({ bucket: 'deliveries' }, { needs: writingFails(new BucketFault('unavailable', 'away')) }),
    ).toBe("unavailable: Unable to write to bucket deliveries: the step 'write' failed: away");
  });

  test('those that customers describe are not knocked at any more once 600 have failed in an hour; others are', async () => {
    let writes = 0;
    const open = async () => ({
      ...(await placing.needs.buckets.open({ kind: 'named', name: 'deliveries' })),
      put: () => Promise.reject(new BucketFault('denied', `no ${(writes += 1)}`)),
    });
    const output_config = { bucket: 'theirs', access_key_id: 'a', secret_access_key: 'b' };
    const orders = keepOrders();
    const needs = { buckets: { open }, orders };
    expect(await refusedTo({ output_config, dry_run: true }, { needs })).toContain('no 1');
    expect(await orders.failedProbes(placing.customer.account.id, 0)).toBe(1);
    for (let failed = 1; failed < 600; failed++) await orders.countFailedProbe(placing.customer.account.id, 0);
    for (const dry_run of [true, false])
      expect(await refusedTo({ output_config, dry_run }, { needs })).toBe(
        'rate_limited: at most 600 buckets of orders that cannot be written to in an hour',
      );
    expect(writes).toBe(1);
    const known = { acquisitions: ['fresh'], bucket: 'deliveries', prefix: 'c' };
    await expect(placing.place(known, { needs: { orders } })).resolves.toBeTruthy();
  });

  test('no answer tells where the service keeps its files', async () => {
    for (const bucket of ['no-such', 'file:///nowhere', 'a-file'])
      expect(await refusedTo({ bucket })).not.toContain(placing.archive.dataFolder);
  });

  test('the role of a customer is assumed in the name of the organization', async () => {
    const seen: unknown[] = [];
    const buckets = {
      open: (target: unknown, access: unknown) => {
        seen.push(target, access);
        return placing.needs.buckets.open({ kind: 'named', name: 'deliveries' });
      },
    };
    const role_arn = 'arn:aws:iam::123456789012:role/delivery';
    const output_config = { bucket: 'theirs', role_arn };
    const { order } = await placing.place({ acquisitions: ['fresh'], output_config }, { needs: { buckets } });
    expect(seen[1]).toEqual({
      credentials: { kind: 'role', roleArn: role_arn },
      externalId: placing.customer.organization.id,
    });
    expect(placing.orders.placements.at(-1)!.credentials).toEqual({ kind: 'role', roleArn: role_arn });
    expect(JSON.stringify(order)).not.toContain(role_arn);
  });
});
