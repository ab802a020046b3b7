import type { FeeLimits } from '../accounts/account.ts';
import { PlatformError } from '../shared/errors.ts';
import { countedCostOf, toCents } from './price-usage.ts';
import { type AgeClass, type Usage, ageClasses, byAge } from './usage.ts';

/** What is left of an organization's limits, by cost; -1 is unlimited. */
export type Balance = Readonly<Record<AgeClass | 'total', number>>;

/** The limit that bounds a class of imagery, or all of it. */
const limitNames = {
  fresh: 'fresh_imagery_fee_limit',
  standard: 'standard_imagery_fee_limit',
  training: 'training_imagery_fee_limit',
  total: 'annual_subscription_fee_limit',
} as const satisfies Record<AgeClass | 'total', keyof FeeLimits>;

export const isUnlimited = (limits: FeeLimits): boolean => Object.values(limits).every((limit) => limit < 0);

/** What this year's usage leaves of the limits; never less than nothing. */
export function balanceOf(limits: FeeLimits, used: Pick<Usage, 'cost'>): Balance {
  const spent = countedCostOf(used);
  const left = (part: AgeClass | 'total'): number => {
    const limit = limits[limitNames[part]];
    return limit < 0 ? -1 : Math.max(0, toCents(limit - spent[part]));
  };
  return { ...byAge(left), total: left('total') };
}

/** A limit that an order would exceed. */
export type Excess = { readonly limit: keyof FeeLimits; readonly available: number; readonly asked: number };

/** The first limit that is too small for it; null where it fits. Free imagery always does. */
export function excessOf(balance: Balance, asked: Pick<Usage, 'cost'>): Excess | null {
  const cost = countedCostOf(asked);
  for (const part of ['total', ...ageClasses] as const)
    if (balance[part] >= 0 && cost[part] > 0 && cost[part] > balance[part])
      return { limit: limitNames[part], available: balance[part], asked: cost[part] };
  return null;
}

export const overLimit = (
  { limit, available, asked }: Omit<Excess, 'limit'> & { readonly limit: string },
  when: 'this year' | 'in the year it was placed' = 'this year',
) => new PlatformError('order_refused', `the order costs ${asked} of ${limit}, of which ${available} is left ${when}`);

/** From when this year's usage counts: the first of January, in UTC. */
export const startOfYearMs = (nowMs: number): number => Date.UTC(new Date(nowMs).getUTCFullYear(), 0, 1);

/** From (at least) and until (before), in milliseconds. */
export type Year = { readonly fromMs: number; readonly untilMs: number };

/** The year that what was placed at that moment counts in. */
export const yearOf = (atMs: number): Year => ({
  fromMs: startOfYearMs(atMs),
  untilMs: Date.UTC(new Date(atMs).getUTCFullYear() + 1, 0, 1),
});
