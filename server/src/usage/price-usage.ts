import type { Prices } from '../accounts/account.ts';
import { type AgeClass, type Usage, ageClasses, byAge } from './usage.ts';

export type AreaByAge = Readonly<Record<AgeClass, number>>;

/** What areas cost at an organization's prices. */
export function usageOfAreas(area: AreaByAge, prices: Prices): Usage {
  return {
    area: byAge((age) => area[age]),
    cost: byAge((age) => costOf(area[age], prices[`${age}_imagery_price`])),
  };
}

/** Null where a class that is used has no price. */
export const totalCostOf = ({ cost }: Pick<Usage, 'cost'>): number | null =>
  ageClasses.map((age) => cost[age]).reduce(sumOrNull, 0);

export const totalAreaOf = ({ area }: Pick<Usage, 'area'>): number =>
  ageClasses.reduce((sum, age) => sum + area[age], 0);

/** What counts against limits: imagery without a price counts as free. */
export const countedCostOf = ({ cost }: Pick<Usage, 'cost'>): Readonly<Record<AgeClass | 'total', number>> => {
  const counted = byAge((age) => cost[age] ?? 0);
  return { ...counted, total: toCents(counted.fresh + counted.standard + counted.training) };
};

/** To a hundredth. Imagery that is not used costs nothing, priced or not. */
function costOf(sqkm: number, price: number | null): number | null {
  if (sqkm === 0) return 0;
  return price === null ? null : toCents(sqkm * price);
}

export const sumOrNull = (sum: number | null, part: number | null): number | null =>
  sum === null || part === null ? null : toCents(sum + part);

export const toCents = (amount: number): number => Math.round(amount * 100 + 1e-6) / 100;

/** Both together. */
export function sumOfUsage(one: Usage, other: Usage): Usage {
  return {
    area: byAge((age) => one.area[age] + other.area[age]),
    cost: byAge((age) => sumOrNull(one.cost[age], other.cost[age])),
  };
}
