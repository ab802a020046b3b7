import type { Prices } from '../accounts/account.ts';
import { type AgeClass, type Usage, ageClasses } from './usage.ts';

export type AreaByAge = Readonly<Record<AgeClass, number>>;

/** What areas cost at an organization's prices. */
export function usageOfAreas(area: AreaByAge, prices: Prices): Usage {
  const cost = (age: AgeClass): number | null => costOf(area[age], prices[`${age}_imagery_price`]);
  return {
    area: { fresh: area.fresh, standard: area.standard, training: area.training },
    cost: { fresh: cost('fresh'), standard: cost('standard'), training: cost('training') },
  };
}

/** Null where a class that is used has no price. */
export const totalCostOf = ({ cost }: Pick<Usage, 'cost'>): number | null =>
  ageClasses.map((age) => cost[age]).reduce(sumOrNull, 0);

export const totalAreaOf = ({ area }: Pick<Usage, 'area'>): number =>
  ageClasses.reduce((sum, age) => sum + area[age], 0);

/** What counts against limits: imagery without a price counts as free. */
export const countedCostOf = ({ cost }: Pick<Usage, 'cost'>): Readonly<Record<AgeClass | 'total', number>> => {
  const [fresh, standard, training] = ageClasses.map((age) => cost[age] ?? 0) as [number, number, number];
  return { fresh, standard, training, total: toCents(fresh + standard + training) };
};

/** To a hundredth. Imagery that is not used costs nothing, priced or not. */
function costOf(sqkm: number, price: number | null): number | null {
  if (sqkm === 0) return 0;
  return price === null ? null : toCents(sqkm * price);
}

const sumOrNull = (sum: number | null, part: number | null): number | null =>
  sum === null || part === null ? null : toCents(sum + part);

export const toCents = (amount: number): number => Math.round(amount * 100 + 1e-6) / 100;

/** Both together. */
export function sumOfUsage(one: Usage, other: Usage): Usage {
  const area = (age: AgeClass) => one.area[age] + other.area[age];
  const cost = (age: AgeClass) => sumOrNull(one.cost[age], other.cost[age]);
  return {
    area: { fresh: area('fresh'), standard: area('standard'), training: area('training') },
    cost: { fresh: cost('fresh'), standard: cost('standard'), training: cost('training') },
  };
}
