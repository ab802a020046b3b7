import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '../../server/src/accounts/account.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { createUsageLog } from '../../server/src/adapters/sql/usage/usage-log.ts';
import { yearOf } from '../../server/src/usage/balance.ts';
import { onEveryStore } from './backends.ts';
import { addAccount, atOnce, day, now, vault } from './fixtures.ts';
import {
  type OrdersOfTest,
  addOwner,
  freshOrders,
  claim,
  costs,
  end,
  managed,
  place,
  placement,
  yearStart,
} from './order-fixtures.ts';

const always = { fromMs: null, untilMs: null };

onEveryStore((fresh) => {
  /** Of one tile, and so paid with nothing. */
  async function failedOrder(account: Account, createdAtMs = now): Promise<string> {
    const id = await place(orders, account, 1, { usage: costs(60), output: managed, createdAtMs });
    const tiles = await orders.claimTiles(claim());
    await orders.tileFailed(tiles.find(({ lease }) => lease.orderId === id)!.lease, 'gone', null, now);
    const ended = await orders.claimOrders(claim());
    await orders.finish(ended.find(({ order }) => order.id === id)!.lease, end({ state: 'FAILED', usage: costs(0) }));
    return id;
  }

  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  it.each([
    ['annual_subscription_fee_limit', costs(20, 20, 20), 60],
    ['fresh_imagery_fee_limit', costs(60, 1), 60],
    ['standard_imagery_fee_limit', costs(0, 60, null), 60],
    ['training_imagery_fee_limit', costs(null, null, 60), 60],
  ] as const)(
    'over the %s: refused with what is left, and what fits exactly is placed',
    async (limit, usage, asked) => {
      const limited = await addOwner(store.db, { [limit]: 100 });
      await place(orders, limited, 1, { usage, output: managed });
      expect(await orders.place(placement(limited, 1, { usage, output: managed }))).toEqual({
        outcome: 'over_limit',
        limit,
        available: 40,
        asked,
      });
      const exact = { ...usage, cost: { fresh: 0, standard: 0, training: 0 } };
      const age = limit.startsWith('annual') ? 'fresh' : (limit.split('_')[0] as 'fresh');
      await place(orders, limited, 1, { usage: { ...exact, cost: { ...exact.cost, [age]: 40 } }, output: managed });
      expect(
        await orders.place(
          placement(limited, 1, { usage: { ...exact, cost: { ...exact.cost, [age]: 0.01 } }, output: managed }),
        ),
      ).toMatchObject({ available: 0, asked: 0.01 });
    },
  );

  it('hundredths add up exactly: ten times 0.1 fit into 1', async () => {
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 1 });
    for (let index = 0; index < 10; index++) await place(orders, limited, 1, { usage: costs(0.1), output: managed });
    expect(await orders.place(placement(limited, 1, { usage: costs(0.01), output: managed }))).toMatchObject({
      outcome: 'over_limit',
    });
  });

  it('what has no price counts as nothing, and a limit that was lowered refuses only what costs something', async () => {
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 0 });
    await place(orders, limited, 1, { usage: costs(null, null, null), output: managed });
    await place(orders, limited, 1, { usage: costs(0), output: managed });
    expect(await orders.place(placement(limited, 1, { usage: costs(0.01), output: managed }))).toMatchObject({
      limit: 'annual_subscription_fee_limit',
      available: 0,
    });
  });

  it('last year’s orders do not count, ended ones count with what they delivered', async () => {
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 100 });
    await place(orders, limited, 1, { usage: costs(100), createdAtMs: yearStart - 1, output: managed });
    const id = await place(orders, limited, 1, { usage: costs(100), output: managed });
    expect(await orders.place(placement(limited, 1, { usage: costs(1), output: managed }))).toMatchObject({
      available: 0,
    });
    await orders.cancel(id, end({ state: 'CANCELLED', usage: costs(30) }));
    expect(await orders.place(placement(limited, 1, { usage: costs(71), output: managed }))).toMatchObject({
      available: 70,
    });
    await place(orders, limited, 1, { usage: costs(70), output: managed });
  });

  it('retries that fit alone but not together: one of them is tried again, and a refused one stays as it was', async () => {
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 100 });
    const failed = [await failedOrder(limited), await failedOrder(limited)];
    const budget = { asked: costs(60), year: yearOf(now) };
    const again = { specs: new Map(), credentials: null, usage: costs(60), budget, runs: 1, nowMs: now };
    const outcomes = await Promise.allSettled(failed.map((id) => orders.retry(id, again)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.findIndex(({ status }) => status === 'rejected');
    expect(outcomes[refused]).toMatchObject({
      reason: { kind: 'order_refused', message: expect.stringContaining('of which 40 is left') },
    });
    expect(await orders.ofAnyone(failed[refused]!)).toMatchObject({ state: 'FAILED', tiles: { failed: 1 }, runs: 1 });
  });

  it('a retry is held against the year that its order counts in, whatever this year has used', async () => {
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 100 });
    const lastYear = yearStart - day;
    const [first, second] = [await failedOrder(limited, lastYear), await failedOrder(limited, lastYear)];
    await place(orders, limited, 1, { usage: costs(100), output: managed });
    const budget = { asked: costs(60), year: yearOf(lastYear) };
    const again = { specs: new Map(), credentials: null, usage: costs(60), budget, runs: 1, nowMs: now };
    expect(await orders.retry(first, again)).toBe(1);
    await expect(orders.retry(second, again)).rejects.toMatchObject({
      message: expect.stringContaining('of which 40 is left in the year it was placed'),
    });
  });

  it('two that fit alone but not together: one of them is placed, on whichever node', async () => {
    const nodes = [orders, createOrderStore(await store.open(), vault)];
    const limited = await addOwner(store.db, { annual_subscription_fee_limit: 100 });
    const outcomes = await atOnce(10, (index) =>
      nodes[index % 2]!.place(placement(limited, 1, { usage: costs(60), output: managed })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'placed')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'over_limit')).toHaveLength(9);
  });

  it('usage is summed by when orders were placed, for the organization and for each login', async () => {
    const log = createUsageLog(store.db);
    const colleague = await addAccount(store.db);
    await store.raw(`UPDATE accounts SET organization_id = '${owner.organizationId}' WHERE id = '${colleague.id}'`);
    await place(orders, owner, 1, { usage: costs(0.1, 5) });
    await place(orders, { ...colleague, organizationId: owner.organizationId }, 1, {
      usage: costs(0.2, null),
      createdAtMs: now + day,
    });
    expect(await log.ofOrganization(owner.organizationId, always)).toEqual({
      area: { fresh: 20, standard: 0, training: 0 },
      cost: { fresh: 0.3, standard: null, training: 0 },
    });
    expect(await log.ofAccount(owner.id, always)).toMatchObject({ cost: { fresh: 0.1, standard: 5 } });
    expect(await log.ofOrganization(owner.organizationId, { fromMs: now, untilMs: now + day })).toMatchObject({
      cost: { fresh: 0.1 },
    });
    expect(await log.ofOrganization(owner.organizationId, { fromMs: now + 1, untilMs: null })).toMatchObject({
      cost: { fresh: 0.2 },
    });
    expect(await log.ofOrganization('nobody', always)).toEqual({
      area: { fresh: 0, standard: 0, training: 0 },
      cost: { fresh: 0, standard: 0, training: 0 },
    });
  });
});
