import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntry, serviceItself } from '../../server/src/accounts/audit.ts';
import { type OrderService, startOrderService } from '../http/orders/support-orders.ts';
import { quarters, tiff } from '../http/imagery/picture-archive.ts';
import { changeAccount, createKey } from '../support/accounts.ts';
import { type Json, type MatchRecord, type SavedRecord, watchUntilDone } from './support-saved.ts';

let swath: OrderService;
let href: string;
let made = 0;

beforeAll(async () => {
  swath = await startOrderService({ SWATH_SAVED_SEARCH_INTERVAL: '0' });
  href = swath.file('more.tif', quarters.bytes());
});
afterAll(() => swath.stop());
beforeEach(() =>
  change({ prices, limits: { annual_subscription_fee_limit: -1 }, permissions: ['search', 'select', 'order'] }),
);

const prices = { fresh_imagery_price: 10, standard_imagery_price: 10, training_imagery_price: 10 };
const change = (json: Json) => changeAccount(swath.url, swath.adminToken, swath.accountId, json);

async function read<T = Json>(method: string, path: string, json?: unknown, status = 200): Promise<T> {
  const answer = await swath.ask(method, path, json === undefined ? {} : { json });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
  return answer.json<T>();
}

/** A mark that only the items of one test have. */
const newMark = () => `mark-${++made}`;
const bring = async (mark: string, id = `${mark}-${++made}`, properties: Json = {}) => {
  await swath.item(id, { assets: { visual: tiff(href) }, properties: { gsd: 0.4, mark, ...properties } });
  return id;
};
const save = (mark: string, action: Json, more: Json = {}) =>
  read<SavedRecord>(
    'POST',
    '/saved-searches',
    { name: 'Mine', search: { query: { mark: { eq: mark } } }, notify: { email: true }, action, ...more },
    201,
  );
const ordering = (budget: Json, order: Json = {}) => ({ order: { bucket: 'managed', ...order }, budget });
const watch = () => watchUntilDone(swath.service);
const matches = async ({ id }: SavedRecord) =>
  (await read<{ data: MatchRecord[] }>('GET', `/saved-searches/${id}/matches`)).data;
const settled = async (saved: SavedRecord) => {
  await watch();
  return matches(saved);
};
const placed = (batch: MatchRecord | undefined) => swath.service.orders.ofAnyone(batch!.order_id!);
const orders = async () => (await read<{ data: { id: string }[] }>('GET', '/order?limit=200')).data;

describe('a saved search that orders', () => {
  test('places an order of what matched, as its account would', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1_000_000 }, { metadata: { project: 'p1' } }));
    const ids = [await bring(mark), await bring(mark)];
    await bring(newMark());
    const [batch] = await settled(saved);
    expect(batch).toMatchObject({ matched: 2, reason: null, told: { email: 1 }, acquisitions: 2 });
    const record = await swath.read(batch!.order_id!);
    expect(record.order.acquisitions.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(record.order).toMatchObject({ metadata: { project: 'p1' } });
    expect(batch!.cost).toBe(record.order.usage.cost['total_imagery_cost']);
    expect(batch!.cost).toBeGreaterThan(0);
  });

  test('within the area of the search alone', async () => {
    const mark = newMark();
    const id = await bring(mark);
    const stored = await read<{ bbox: [number, number, number, number] }>('GET', `/collections/scenes/items/${id}`);
    const [w, s, e, n] = stored.bbox;
    const bbox = [w, s, (w + e) / 2, (s + n) / 2];
    const search = { query: { mark: { eq: mark } }, bbox };
    const part = await save(mark, ordering({ area_sqkm: 1e6 }, { settings: { clip_to_aoi: true } }), { search });
    const whole = await save(mark, ordering({ area_sqkm: 1e6 }));
    await bring(mark);
    const [[ofPart], [ofWhole]] = [await settled(part), await matches(whole)];
    expect([ofPart?.reason, ofWhole?.reason]).toEqual([null, null]);
    expect(await placed(ofPart)).toMatchObject({ aoi: { type: 'Polygon' }, settings: { isClipped: true } });
    expect(await placed(ofWhole)).toMatchObject({ aoi: null });
  });

  test('never beyond its own cap, over all of its orders: what is refused is told', async () => {
    const mark = newMark();
    const trial = await save(mark, ordering({ cost: 1e6 }));
    await bring(mark);
    const tried = await read<{ order: { cost: number } }>('POST', `/saved-searches/${trial.id}/test`, { last: 1 });
    const price = tried.order.cost;
    expect(price).toBeGreaterThan(0);
    const own = newMark();
    const saved = await save(own, ordering({ cost: price * 2.5, period: 'month' }));
    for (let n = 0; n < 4; n += 1) {
      await bring(own);
      await watch();
    }
    const log = (await matches(saved)).toReversed();
    expect(log.map(({ order_id: order }) => order !== null)).toEqual([true, true, false, false]);
    expect(log[3]!.reason).toMatch(/budget of this month/);
    expect(log[3]!.told.email).toBe(1);
    const left = await read<{ order: Json }>('POST', `/saved-searches/${saved.id}/test`, { last: 1 });
    expect(left.order).toMatchObject({ would_be_placed: false, cost: price });
  });

  test('each order within what one may cost', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1e6, per_order: { cost: 0.01 } }));
    await bring(mark);
    expect(await settled(saved)).toMatchObject([
      { order_id: null, reason: expect.stringContaining('one order') as string },
    ]);
  });

  test('imagery without a price is held to an area, never to a cost', async () => {
    const none = { fresh_imagery_price: null, standard_imagery_price: null, training_imagery_price: null };
    await change({ prices: none });
    const mark = newMark();
    const [byCost, byArea, small] = [
      await save(mark, ordering({ cost: 1e6 })),
      await save(mark, ordering({ area_sqkm: 1e6 })),
      await save(mark, ordering({ area_sqkm: 0.000001 })),
    ];
    await bring(mark);
    expect(await settled(byCost)).toMatchObject([
      { order_id: null, reason: expect.stringContaining('no price') as string },
    ]);
    expect(await matches(byArea)).toMatchObject([{ order_id: expect.any(String) as string, cost: null }]);
    expect(await matches(small)).toMatchObject([
      { order_id: null, reason: expect.stringContaining('square') as string },
    ]);
  });

  test('not beyond the limits of the organization, and not without the permission', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1e6 }));
    await change({ limits: { annual_subscription_fee_limit: 1 } });
    await bring(mark);
    expect(await settled(saved)).toMatchObject([
      { order_id: null, reason: expect.stringContaining('annual') as string },
    ]);
    await change({ limits: { annual_subscription_fee_limit: -1 }, permissions: ['search'] });
    await bring(mark);
    expect((await settled(saved))[0]).toMatchObject({
      order_id: null,
      reason: expect.stringContaining('permission') as string,
    });
  });

  test('an acquisition once, however many of its items come and when', async () => {
    const [mark, acquisition] = [newMark(), `acq-${++made}`];
    const saved = await save(mark, ordering({ cost: 1e6 }));
    await bring(mark, undefined, { acquisition_id: acquisition });
    await watch();
    await bring(mark, undefined, { acquisition_id: acquisition });
    await bring(mark, undefined, { acquisition_id: acquisition });
    const [second, first] = await settled(saved);
    expect(first).toMatchObject({ order_id: expect.any(String) as string });
    expect(second).toMatchObject({ matched: 2, order_id: null, reason: expect.stringContaining('before') as string });
    const tried = () => read<{ order: Json }>('POST', `/saved-searches/${saved.id}/test`, { last: 4 });
    expect(await tried()).toMatchObject({ matched: 3, order: { would_be_placed: false, reason: second!.reason } });
    await bring(mark);
    expect(await tried()).toMatchObject({ matched: 4, order: { would_be_placed: true, cost: first!.cost } });
  });

  test('what is gone before it is ordered is not', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1e6 }), { interval_minutes: 60 });
    const id = await bring(mark);
    await watch();
    await swath.send('DELETE', `/collections/scenes/items/${id}`);
    const { feed } = await swath.service.catalog.lastArrival();
    const later = { ...swath.service, clock: { nowMs: () => Date.now() + 61 * 60_000 } };
    expect(await swath.service.savedSearches.due(feed, later.clock.nowMs(), 10)).toHaveLength(1);
    await watchUntilDone(later);
    expect(await matches(saved)).toMatchObject([
      { order_id: null, reason: expect.stringContaining('none of the items') as string },
    ]);
  });

  test('a refusal is told once and not tried again', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1e6 }, { bucket: 'not-there-yet', settings: { hd: true } }));
    await bring(mark, undefined, { gsd: 10 });
    const [batch] = await settled(saved);
    expect(batch).toMatchObject({ state: 'settled', order_id: null, told: { email: 1 } });
    expect(batch!.reason).not.toBeNull();
    const before = (await orders()).length;
    await watch();
    expect((await orders()).length).toBe(before);
  });

  test('killed between the order and its record: the same order, once', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1e6 }));
    await bring(mark);
    const { service } = swath;
    const before = (await orders()).length;
    // The process ends when the order stands but nothing was recorded: its lease runs out, another goes on.
    const dying = {
      ...service,
      savedSearches: {
        ...service.savedSearches,
        settle: () => Promise.reject(new Error('killed')),
        postpone: async () => undefined,
      },
    };
    await expect(watchUntilDone(dying)).resolves.toBeUndefined();
    expect((await orders()).length).toBe(before + 1);
    expect(await matches(saved)).toMatchObject([{ state: 'closed', order_id: null }]);
    // Meanwhile its owner changes what is ordered.
    const action = ordering({ cost: 2e6 }, { metadata: { other: true } });
    await read('PATCH', `/saved-searches/${saved.id}`, { action });
    await watchUntilDone({ ...service, clock: { nowMs: () => Date.now() + 10 * 60_000 } });
    expect((await orders()).length).toBe(before + 1);
    expect(await matches(saved)).toMatchObject([
      { state: 'settled', order_id: expect.any(String) as string, told: { email: 1 } },
    ]);
  });

  test('not once its key is deleted, also where that happens while the order is made ready', async () => {
    const mark = newMark();
    const { api_key: key, id: keyId } = await createKey(swath.url, swath.token);
    const search = { query: { mark: { eq: mark } } };
    const json = { name: 'Mine', search, action: ordering({ cost: 1e6 }) };
    const saved = (await swath.ask('POST', '/saved-searches', { key, json })).json<SavedRecord>();
    await bring(mark);
    const { service } = swath;
    const before = (await orders()).length;
    const spent: typeof service.savedSearches.spent = async (...of) => {
      await service.apiKeys.delete(swath.accountId, [keyId], auditEntry(serviceItself, 0, 'test', keyId));
      return service.savedSearches.spent(...of);
    };
    await watchUntilDone({ ...service, savedSearches: { ...service.savedSearches, spent } });
    await watchUntilDone({ ...service, clock: { nowMs: () => Date.now() + 10 * 60_000 } });
    expect((await orders()).length).toBe(before);
    expect(await matches(saved)).toMatchObject([
      { state: 'settled', order_id: null, reason: expect.stringContaining('API key') as string },
    ]);
  });

  test('trouble is waited out for a while, then told', async () => {
    const mark = newMark();
    const saved = await save(mark, ordering({ cost: 1e6 }));
    await bring(mark);
    const { service } = swath;
    const broken = { ...service.buckets, open: () => Promise.reject(new Error('no network')) };
    let nowMs = Date.now();
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await matches(saved)).toMatchObject(tries === 1 ? [] : [{ state: 'closed' }]);
      nowMs += 61 * 60_000;
      const at = nowMs;
      await watchUntilDone({
        ...service,
        clock: { nowMs: () => at },
        orders: { ...service.orders, place: () => Promise.reject(new Error('the disk is full')) },
        buckets: broken,
      });
    }
    expect(await matches(saved)).toMatchObject([
      { state: 'settled', told: { email: 1 }, reason: expect.stringContaining('5 times') as string },
    ]);
  });
});

describe('a saved search that selects', () => {
  test('makes a select of what matched', async () => {
    const mark = newMark();
    const saved = await save(mark, { select: { stack_depth: 1 } });
    const id = await bring(mark);
    const [batch] = await settled(saved);
    expect(batch).toMatchObject({ matched: 1, reason: null, acquisitions: 1 });
    const select = await read('GET', `/select/${batch!.select_id!}`);
    expect(select['status']).toBe('SUCCEEDED');
    expect(JSON.stringify(select)).toContain(id);
  });
});

test('matches of one search are ordered one after the other, so that its cap holds under many at once', async () => {
  const mark = newMark();
  const saved = await save(mark, ordering({ cost: 1e6 }));
  await bring(mark);
  const [first] = await settled(saved);
  await read('PATCH', `/saved-searches/${saved.id}`, { action: ordering({ cost: first!.cost! * 3.5 }) });
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      await bring(mark);
      await watch();
    }),
  );
  const log = await settled(saved);
  const spent = log.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  expect(spent).toBeLessThanOrEqual(first!.cost! * 3.5);
  expect(log.reduce((sum, { matched }) => sum + matched, 0)).toBe(9);
});
