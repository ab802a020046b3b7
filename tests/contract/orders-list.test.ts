import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderListing } from '../../server/src/orders/ports.ts';
import { onEveryStore } from './backends.ts';
import { atOnce, day, now } from './fixtures.ts';
import { type OrdersOfTest, addOwner, freshOrders, end, listing, managed, output, place } from './order-fixtures.ts';

const contains = (path: string, text: string) => ({ filter: { path: path.split('.'), contains: text } });

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  async function list(change: Partial<OrderListing> = {}) {
    const { data, hasMore } = await orders.list(owner.id, listing(change));
    return [data.map(({ id }) => id), hasMore];
  }

  /** Two in each millisecond; the newest first. */
  async function several(count: number, metadata: (index: number) => unknown = () => null): Promise<string[]> {
    const ids: string[] = [];
    // Fewer at once than wait for a connection longer than they may.
    while (ids.length < count) {
      const from = ids.length;
      const placed = await atOnce(Math.min(count - from, 50), (at) =>
        place(orders, owner, 0, { createdAtMs: now + Math.floor((from + at) / 2), metadata: metadata(from + at) }),
      );
      ids.push(...placed);
    }
    return ids.toReversed();
  }

  it('a listed order is the order but for what is too long', async () => {
    const id = await place(orders, owner, 1, { metadata: { a: 1 }, aoi: { type: 'Point', coordinates: [1, 2] } });
    const { aoi, acquisitions, ...listed } = (await orders.ofAnyone(id))!;
    expect([aoi, acquisitions.length]).toEqual([{ type: 'Point', coordinates: [1, 2] }, 1]);
    expect((await orders.list(owner.id, listing())).data).toEqual([listed]);
  });

  it('an account without orders has an empty page, and no more', async () => {
    await place(orders, await addOwner(store.db), 1, { output: managed });
    expect(await list()).toEqual([[], false]);
  });

  it('pages go from the newest to the oldest, each order once, with an honest end', async () => {
    const ids = await several(7);
    expect(await list({ limit: 3 })).toEqual([ids.slice(0, 3), true]);
    expect(await list({ limit: 3, startingAfter: ids[2]! })).toEqual([ids.slice(3, 6), true]);
    expect(await list({ limit: 3, startingAfter: ids[5]! })).toEqual([ids.slice(6), false]);
    expect(await list({ limit: 3, startingAfter: ids[6]! })).toEqual([[], false]);
    expect(await list({ limit: 7 })).toEqual([ids, false]);
  });

  it('the page before an order is the one next to it, newest first still', async () => {
    const ids = await several(7);
    expect(await list({ limit: 3, endingBefore: ids[6]! })).toEqual([ids.slice(3, 6), true]);
    expect(await list({ limit: 3, endingBefore: ids[3]! })).toEqual([ids.slice(0, 3), false]);
    expect(await list({ limit: 3, endingBefore: ids[0]! })).toEqual([[], false]);
    expect(await list({ startingAfter: ids[1]!, endingBefore: ids[5]! })).toEqual([ids.slice(2, 5), false]);
    expect(await list({ startingAfter: ids[5]!, endingBefore: ids[1]! })).toEqual([[], false]);
  });

  it('times: from and including the one, until before the other, also within pages', async () => {
    const ids = await several(6);
    expect(await list({ fromMs: now + 1, untilMs: now + 2 })).toEqual([ids.slice(2, 4), false]);
    expect(await list({ fromMs: now + 1, limit: 3 })).toEqual([ids.slice(0, 3), true]);
    expect(await list({ untilMs: now + 2, startingAfter: ids[2]! })).toEqual([ids.slice(3), false]);
    expect(await list({ fromMs: now + 1, endingBefore: ids[5]!, limit: 2 })).toEqual([ids.slice(2, 4), true]);
    expect(await list({ fromMs: now + day })).toEqual([[], false]);
  });

  it.each(['startingAfter', 'endingBefore'] as const)(
    '%s that is no order of this account is refused by name',
    async (member) => {
      const theirs = await place(orders, await addOwner(store.db), 0, { output: managed });
      for (const id of [theirs, '2'.repeat(19), 'x\0', "'; --"])
        await expect(orders.list(owner.id, listing({ [member]: id }))).rejects.toMatchObject({
          kind: 'invalid_parameters',
          message: expect.stringContaining(member === 'startingAfter' ? 'starting_after' : 'ending_before') as string,
        });
    },
  );

  it('a filter finds what contains the text, by case, wherever the path leads', async () => {
    const id = await place(orders, owner, 0, {
      metadata: { customer: { name: 'Örebro 100%_"\'' }, count: 120, tags: ['red', 'blue'], ok: false, nothing: null },
      selectId: '987654',
      output: output({ shown: { amazon_s3: { bucket: 'demo', prefix: 'x/y' } }, prefix: 'x/y' }),
    });
    for (const [path, text] of [
      ['metadata.customer.name', 'rebro'],
      ['metadata.customer.name', '100%_"\''],
      ['metadata.customer.name', ''],
      ['metadata.count', '12'],
      ['metadata.tags', 'blue'],
      ['metadata.tags.0', 'red'],
      ['metadata.ok', 'false'],
      ['metadata', 'rebro'],
      ['id', id.slice(3)],
      ['order_id', id],
      ['select_id', '8765'],
      ['status', 'RUN'],
      ['state', 'RUNNING'],
      ['output_config.amazon_s3.prefix', 'x/'],
    ])
      expect([path, await list(contains(path!, text!))]).toEqual([path, [[id], false]]);
    for (const [path, text] of [
      ['metadata.customer.name', 'örebro'],
      ['metadata.customer.name', 'R%o'],
      ['metadata.customer.name.length', '1'],
      ['metadata.nothing', 'null'],
      ['metadata.__proto__', ''],
      ['metadata.constructor', ''],
      ['__proto__', ''],
      ['toString', ''],
      ['accountId', owner.id],
      ['sealed_credentials', ''],
      ['', ''],
      ['status', 'running'],
    ])
      expect([path, await list(contains(path!, text!))]).toEqual([path, [[], false]]);
  });

  it('status is what public clients know, state the fine one', async () => {
    const id = await place(orders, owner, 0);
    await orders.cancel(id, end({ state: 'CANCELLED' }));
    expect(await list(contains('status', 'FAILED'))).toEqual([[id], false]);
    expect(await list(contains('status', 'CANCELLED'))).toEqual([[], false]);
    expect(await list(contains('state', 'CANCELLED'))).toEqual([[id], false]);
  });

  it('a filter looks at all orders, page by page in both directions, however rare its matches', async () => {
    const ids = await several(450, (index) => ({ n: index % 150 === 0 ? 'rare' : 'common' }));
    const rare = ids.filter((_, index) => (449 - index) % 150 === 0);
    const wanted = contains('metadata.n', 'rare');
    expect(rare).toHaveLength(3);
    expect(await list({ ...wanted, limit: 2 })).toEqual([rare.slice(0, 2), true]);
    expect(await list({ ...wanted, limit: 2, startingAfter: rare[1]! })).toEqual([rare.slice(2), false]);
    expect(await list({ ...wanted, limit: 3 })).toEqual([rare, false]);
    expect(await list({ ...wanted, limit: 1, endingBefore: rare[2]! })).toEqual([[rare[1]], true]);
    expect(await list({ ...wanted, limit: 2, endingBefore: rare[2]! })).toEqual([rare.slice(0, 2), false]);
    expect(await list({ ...contains('metadata.n', 'never') })).toEqual([[], false]);
  });
});
