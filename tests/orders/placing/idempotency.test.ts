import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlimited } from '../../../server/src/accounts/account.ts';
import type { DryRun, PlacedOrder } from '../../../server/src/orders/placing/place-order.ts';
import { canonicalJson } from '../../../server/src/shared/canonical-json.ts';
import { noUsage } from '../../../server/src/usage/usage.ts';
import { type Placing, startPlacing, withOrganization } from '../support/placing-fixture.ts';

let placing: Placing;
beforeAll(async () => {
  placing = await startPlacing();
  await placing.item('fresh');
});
afterAll(() => placing.stop());

const secret = 'a-secret-that-nobody-sees';
const body = {
  acquisitions: ['fresh'],
  output_config: { bucket: 'deliveries', access_key_id: 'AKIA', secret_access_key: secret },
};
// The real service has no S3: what counts here is that credentials are in the body.
const needs = () => ({ buckets: { open: () => placing.needs.buckets.open({ kind: 'named', name: 'deliveries' }) } });
const withKey = (idempotencyKey: string | null, more: object = {}, change = {}) =>
  placing.place({ ...body, ...more }, { needs: needs(), options: { idempotencyKey }, ...change });

describe('an order under a key', () => {
  test('is placed once, and answered again without another look at anything', async () => {
    const first = await withKey('once');
    const before = placing.orders.placements.length;
    const blind = { ...needs(), surveyor: { survey: () => Promise.reject(new Error('it looked')) } };
    const again = await withKey('once', {}, { needs: blind });
    expect(again).toEqual({ ...first, isReplayed: true });
    expect(placing.orders.placements.length).toBe(before);
    expect(placing.orders.placements.at(-1)!.idempotency).toMatchObject({
      key: 'once',
      expiresAtMs: placing.clock.nowMs() + 30 * 86_400_000,
    });
  });

  test('the same members in another order are the same body', async () => {
    const first = await withKey('order', { metadata: { a: 1, b: [{ c: 1, d: 2 }] } });
    const again = await withKey('order', { metadata: { b: [{ d: 2, c: 1 }], a: 1 } });
    expect((again as PlacedOrder).order.id).toBe(first.order.id);
  });

  test.each<[string, object]>([
    ['another member', { metadata: 1 }],
    ['a dry run', { dry_run: true }],
    ['other credentials', { output_config: { ...body.output_config, secret_access_key: 'another' } }],
    ['other acquisitions', { acquisitions: ['fresh', 'other'] }],
  ])('with %s it is refused', async (name, more) => {
    await withKey(`mismatch ${name}`);
    await expect(withKey(`mismatch ${name}`, more)).rejects.toMatchObject({ kind: 'idempotency_mismatch' });
  });

  test('is another order under another key, without one, for another account, and after 30 days', async () => {
    const { id } = (await withKey('key')).order;
    const others = [await withKey('other'), await withKey(null)];
    const account = { ...placing.customer.account, id: 'another-account' };
    others.push(await withKey('key', {}, { customer: { account } }));
    placing.clock.advance(30 * 86_400_000);
    others.push(await withKey('key'));
    placing.clock.advance(-30 * 86_400_000);
    expect(new Set([id, ...others.map(({ order }) => order.id)]).size).toBe(5);
  });

  test('that another request has used meanwhile is answered with its order', async () => {
    const first = await withKey(null);
    placing.orders.answerNext({ outcome: 'replayed', orderId: first.order.id });
    expect(await withKey('meanwhile')).toEqual({ ...first, isReplayed: true });
  });

  test('that took the last of the budget while the same request was checked answers that too', async () => {
    let first: PlacedOrder | DryRun | null = null;
    // The second looks at its limits when the first has been placed.
    const late = {
      ...needs(),
      usageLog: {
        ...placing.needs.usageLog,
        countedOfOrganization: async () => {
          first ??= await withKey('last');
          return { area: noUsage.area, cost: { ...noUsage.cost, fresh: 100 } };
        },
      },
    };
    const limits = { ...unlimited, annual_subscription_fee_limit: 100 };
    const customer = withOrganization(placing.customer, { limits });
    const again = await withKey('last', {}, { needs: late, customer });
    expect(again).toEqual({ ...first!, isReplayed: true });
    await expect(withKey(null, {}, { needs: late, customer })).rejects.toMatchObject({ kind: 'order_refused' });
    await expect(withKey('last but one', {}, { needs: late, customer })).rejects.toMatchObject({
      kind: 'order_refused',
    });
  });

  test('is not stored by a dry run', async () => {
    await withKey('dry', { dry_run: true });
    expect((await withKey('dry')).kind).toBe('placed');
  });
});

describe('what is stored of credentials', () => {
  test('stands in the place that is sealed, and nowhere else', async () => {
    await withKey('sealed');
    const { credentials, ...rest } = placing.orders.placements.at(-1)!;
    expect(credentials).toMatchObject({ kind: 'keys', secretAccessKey: secret });
    expect(JSON.stringify(rest)).not.toContain(secret);
    expect(JSON.stringify(rest)).not.toContain('AKIA');
  });

  test('digests are keyed: another service has others', async () => {
    const [mine] = placing.orders.placements.slice(-1);
    const vault = { ...placing.needs.vault, digest: () => Buffer.from('ff', 'hex') };
    await withKey('keyed', {}, { needs: { ...needs(), vault } });
    const { order, idempotency } = placing.orders.placements.at(-1)!;
    expect([order.contentKey, order.fingerprint, idempotency?.bodyHash]).toEqual(['ff', 'ff', 'ff']);
    expect(mine!.order.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });
});

test.each<[unknown, string]>([
  [{ b: 1, a: { d: 1, c: [2, 1] } }, '{"a":{"c":[2,1],"d":1},"b":1}'],
  [[{ z: 1, y: null }], '[{"y":null,"z":1}]'],
  ['text', '"text"'],
  [null, 'null'],
  [undefined, 'null'],
])('canonical JSON of %j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
