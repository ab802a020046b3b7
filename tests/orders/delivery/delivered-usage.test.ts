import { expect, test } from 'vitest';
import { deliveredUsage } from '../../../server/src/orders/delivery/delivered-usage.ts';
import type { Usage } from '../../../server/src/usage/usage.ts';

const held = { area: { fresh: 3, standard: 2, training: 0 }, cost: { fresh: 1, standard: null, training: 0 } };

test('what is paid is a number of hundredths, as what was held', () => {
  expect(deliveredUsage(held, { fresh: 1, standard: 0, training: 0 }).cost).toEqual({
    fresh: 0.33,
    standard: 0,
    training: 0,
  });
  expect(deliveredUsage(held, { fresh: 2, standard: 1, training: 0 }).cost).toEqual({
    fresh: 0.67,
    standard: null,
    training: 0,
  });
});

test('no more than was held is paid, however areas were added up', () => {
  expect(deliveredUsage(held, { fresh: 3.000000001, standard: 0, training: 0 }).cost.fresh).toBe(1);
});

test('what was delivered before a retry keeps its price, also where the retry has none', () => {
  const settled = { area: { fresh: 10, standard: 0, training: 0 }, cost: { fresh: 10, standard: 0, training: 0 } };
  const whole = { area: { fresh: 20, standard: 0, training: 0 }, cost: { fresh: 40, standard: 0, training: 0 } };
  const costOf = (fresh: number, held: Usage = whole) =>
    deliveredUsage(held, { fresh, standard: 0, training: 0 }, settled).cost.fresh;
  expect([costOf(10), costOf(15), costOf(20)]).toEqual([10, 25, 40]);
  // An object of the first run was lost since.
  expect([costOf(5), costOf(0)]).toEqual([5, 0]);
  const unpriced = { ...whole, cost: { ...whole.cost, fresh: null } };
  expect([costOf(10, unpriced), costOf(15, unpriced)]).toEqual([10, null]);
});
