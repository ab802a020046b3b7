import { expect, test } from 'vitest';
import { deliveredUsage } from '../../../server/src/orders/delivery/delivered-usage.ts';

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
