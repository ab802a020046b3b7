import { describe, expect, test } from 'vitest';
import { type FeeLimits, type Prices, noPrices, unlimited } from '../../../server/src/accounts/account.ts';
import { checkBudget } from '../../../server/src/orders/placing/check-budget.ts';
import { sharesOf, usageOfTiles } from '../../../server/src/orders/placing/order-usage.ts';
import { balanceOf, excessOf, startOfYearMs } from '../../../server/src/usage/balance.ts';
import { totalCostOf, usageOfAreas } from '../../../server/src/usage/price-usage.ts';
import { limitsRecord, spentRecord } from '../../../server/src/usage/usage-record.ts';
import { type Usage, noUsage } from '../../../server/src/usage/usage.ts';
import { movableClock } from '../../support/movable-clock.ts';

const prices: Prices = { fresh_imagery_price: 1.005, standard_imagery_price: 0.1, training_imagery_price: null };
const costing = (fresh: number | null, standard: number | null = 0, training: number | null = 0): Usage => ({
  ...noUsage,
  cost: { fresh, standard, training },
});

const tileOf = (collection: string, ageClass: 'fresh' | 'standard') => ({
  acquisitionId: 'a',
  collection,
  ageClass,
  areaSqkm: 10,
});

describe('what imagery costs', () => {
  test('by its age, to a cent; what is not used costs nothing, what has no price is not known', () => {
    const usage = usageOfAreas({ fresh: 3, standard: 7, training: 0 }, prices);
    expect(usage).toEqual({
      area: { fresh: 3, standard: 7, training: 0 },
      cost: { fresh: 3.02, standard: 0.7, training: 0 },
    });
    expect(totalCostOf(usage)).toBe(3.72);
    const unpriced = usageOfAreas({ fresh: 1, standard: 0, training: 1 }, prices);
    expect([unpriced.cost.training, totalCostOf(unpriced)]).toEqual([null, null]);
  });

  test('a thousand tiles of 0.1 make 100 exactly', () => {
    const tile = { acquisitionId: 'a', collection: 'c', ageClass: 'standard', areaSqkm: 1 } as const;
    const tiles = Array.from({ length: 1_000 }, () => tile);
    expect(usageOfTiles(tiles, prices).cost.standard).toBe(100);
    expect(sharesOf(tiles, prices)).toEqual([{ id: 'a', collection: 'c', tiles: 1_000, areaSqkm: 1_000, cost: 100 }]);
  });

  test('an acquisition of two ages, and one id in two collections, are told apart', () => {
    expect(sharesOf([tileOf('c', 'fresh'), tileOf('c', 'standard'), tileOf('d', 'fresh')], prices)).toMatchObject([
      { collection: 'c', tiles: 2, areaSqkm: 20, cost: 11.05 },
      { collection: 'd', tiles: 1, areaSqkm: 10, cost: 10.05 },
    ]);
  });

  test('of nothing', () => {
    expect(usageOfTiles([], noPrices)).toEqual(noUsage);
  });
});

describe('what is left of the limits', () => {
  const limits: FeeLimits = { ...unlimited, annual_subscription_fee_limit: 100, fresh_imagery_fee_limit: 10 };

  test.each<[string, FeeLimits, Usage, object]>([
    ['nothing used', limits, noUsage, { total: 100, fresh: 10, standard: -1, training: -1 }],
    ['some used', limits, costing(3.1, 50), { total: 46.9, fresh: 6.9, standard: -1 }],
    ['more used than there was', limits, costing(300), { total: 0, fresh: 0 }],
    ['a limit of nothing', { ...unlimited, fresh_imagery_fee_limit: 0 }, noUsage, { total: -1, fresh: 0 }],
    ['used without a price', limits, costing(null, 50, null), { total: 50, fresh: 10 }],
    ['no limits', unlimited, costing(1e9), { total: -1, fresh: -1, standard: -1, training: -1 }],
  ])('%s', (_, given, used, left) => {
    expect(balanceOf(given, used)).toMatchObject(left);
  });

  test.each<[string, FeeLimits, Usage, Usage, string | null]>([
    ['fits', limits, noUsage, costing(10, 90), null],
    ['one cent too much of a class', limits, noUsage, costing(10.01), 'fresh_imagery_fee_limit'],
    ['one cent too much of all', limits, noUsage, costing(10, 90.01), 'annual_subscription_fee_limit'],
    ['thirds that add up to a whole', limits, costing(3.3 + 3.3), costing(3.4), null],
    ['free imagery beyond a limit', { ...limits, fresh_imagery_fee_limit: 0 }, noUsage, costing(0), null],
    ['imagery without a price', { ...limits, fresh_imagery_fee_limit: 0 }, noUsage, costing(null), null],
    ['no limits', unlimited, costing(1e9), costing(1e9), null],
  ])('an order that %s', (_, given, used, asked, limit) => {
    expect(excessOf(balanceOf(given, used), asked)?.limit ?? null).toBe(limit);
  });

  test('is told under the names that clients read', () => {
    expect(limitsRecord(limits, costing(1))).toEqual({
      limits,
      available: {
        fresh_imagery_balance: 9,
        standard_imagery_balance: -1,
        training_imagery_balance: -1,
        total_imagery_balance: 99,
      },
    });
    expect(
      spentRecord({ ...costing(1, 2, null), area: { fresh: 1, standard: 2, training: 3 } }, { isEstimate: false }),
    ).toEqual({
      area: {
        fresh_imagery_sqkm: 1,
        standard_imagery_sqkm: 2,
        training_imagery_sqkm: 3,
        total_imagery_sqkm: 6,
        estimate: false,
      },
      cost: {
        fresh_imagery_cost: 1,
        standard_imagery_cost: 2,
        training_imagery_cost: null,
        total_imagery_cost: null,
        estimate: false,
      },
    });
  });
});

const nobody = () => Promise.reject(new Error('asked'));

describe('the check of an order', () => {
  const clock = movableClock(Date.UTC(2026, 11, 31, 23, 59, 59, 999));
  const limited = { id: 'o', limits: { ...unlimited, annual_subscription_fee_limit: 100 } };

  test('counts what this calendar year has used', async () => {
    const periods: unknown[] = [];
    const usageLog = {
      ofOrganization: nobody,
      countedOfOrganization: async (id: string, period: unknown) => {
        periods.push(id, period);
        return costing(60);
      },
      ofAccount: nobody,
      parts: nobody,
      countRequests: nobody,
    };
    expect(await checkBudget({ usageLog, clock }, limited, costing(40))).toMatchObject({ total: 40 });
    expect(periods).toEqual(['o', { fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2027, 0, 1) }]);
    await expect(checkBudget({ usageLog, clock }, limited, costing(40.01))).rejects.toMatchObject({
      kind: 'order_refused',
      message: 'the order costs 40.01 of annual_subscription_fee_limit, of which 40 is left this year',
    });
    clock.advance(1);
    expect(startOfYearMs(clock.nowMs())).toBe(Date.UTC(2027, 0, 1));
    // A retry on New Year's Day of what was placed the day before.
    const placedAtMs = Date.UTC(2026, 11, 31);
    await expect(checkBudget({ usageLog, clock }, limited, costing(41), { placedAtMs })).rejects.toMatchObject({
      message: expect.stringContaining('of which 40 is left in the year it was placed'),
    });
    expect(periods.at(-1)).toEqual({ fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2027, 0, 1) });
  });

  test('asks nobody where there is no limit', async () => {
    const usageLog = {
      ofOrganization: nobody,
      countedOfOrganization: nobody,
      ofAccount: nobody,
      parts: nobody,
      countRequests: nobody,
    };
    expect(await checkBudget({ usageLog, clock }, { id: 'o', limits: unlimited }, costing(1e12))).toMatchObject({
      total: -1,
    });
  });
});
