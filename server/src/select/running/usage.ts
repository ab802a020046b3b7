import type { Organization } from '../../accounts/account.ts';
import type { AgeClass, SelectSummary } from '../selection.ts';

type Terms = Pick<Organization, 'limits' | 'prices'>;

/** What an order of all chosen tiles would use and cost; null where a class that is used has no price. */
export function usageOf({ areaSqkm }: Pick<SelectSummary, 'areaSqkm'>, { limits, prices }: Terms) {
  const { fresh, standard, training } = areaSqkm;
  const cost = (age: AgeClass): number | null => costOf(areaSqkm[age], prices[`${age}_imagery_price`]);
  const costs = [cost('fresh'), cost('standard'), cost('training')];
  return {
    area: {
      fresh_imagery_sqkm: fresh,
      standard_imagery_sqkm: standard,
      training_imagery_sqkm: training,
      total_imagery_sqkm: fresh + standard + training,
      estimate: true,
    },
    cost: {
      fresh_imagery_cost: costs[0]!,
      standard_imagery_cost: costs[1]!,
      training_imagery_cost: costs[2]!,
      total_imagery_cost: costs.reduce(sumOrNull, 0),
      estimate: true,
    },
    limits: {
      annual_subscription_fee_limit: limits.annual_subscription_fee_limit,
      fresh_imagery_fee_limit: limits.fresh_imagery_fee_limit,
      standard_imagery_fee_limit: limits.standard_imagery_fee_limit,
      training_imagery_fee_limit: limits.training_imagery_fee_limit,
    },
    // Nothing is ordered yet, so that all of every limit is left.
    available: {
      fresh_imagery_balance: limits.fresh_imagery_fee_limit,
      standard_imagery_balance: limits.standard_imagery_fee_limit,
      training_imagery_balance: limits.training_imagery_fee_limit,
      total_imagery_balance: limits.annual_subscription_fee_limit,
    },
  };
}

/** To a hundredth. Imagery that is not used costs nothing, priced or not. */
function costOf(sqkm: number, price: number | null): number | null {
  if (sqkm === 0) return 0;
  return price === null ? null : toCents(sqkm * price);
}

const sumOrNull = (sum: number | null, part: number | null): number | null =>
  sum === null || part === null ? null : toCents(sum + part);

const toCents = (amount: number): number => Math.round(amount * 100 + 1e-6) / 100;
