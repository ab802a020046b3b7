import type { FeeLimits } from '../accounts/account.ts';
import { balanceOf } from './balance.ts';
import { totalAreaOf, totalCostOf } from './price-usage.ts';
import type { Usage } from './usage.ts';

/** Area and cost under the names that clients of this family read; all that an order tells. */
export function spentRecord(usage: Usage, { isEstimate }: { readonly isEstimate: boolean }) {
  const { area, cost } = usage;
  return {
    area: {
      fresh_imagery_sqkm: area.fresh,
      standard_imagery_sqkm: area.standard,
      training_imagery_sqkm: area.training,
      total_imagery_sqkm: totalAreaOf(usage),
      estimate: isEstimate,
    },
    cost: {
      fresh_imagery_cost: cost.fresh,
      standard_imagery_cost: cost.standard,
      training_imagery_cost: cost.training,
      total_imagery_cost: totalCostOf(usage),
      estimate: isEstimate,
    },
  };
}

/** The limits, and what this year's usage leaves of them. */
export function limitsRecord(limits: FeeLimits, used: Pick<Usage, 'cost'>) {
  const { fresh, standard, training, total } = balanceOf(limits, used);
  return {
    limits: {
      annual_subscription_fee_limit: limits.annual_subscription_fee_limit,
      fresh_imagery_fee_limit: limits.fresh_imagery_fee_limit,
      standard_imagery_fee_limit: limits.standard_imagery_fee_limit,
      training_imagery_fee_limit: limits.training_imagery_fee_limit,
    },
    available: {
      fresh_imagery_balance: fresh,
      standard_imagery_balance: standard,
      training_imagery_balance: training,
      total_imagery_balance: total,
    },
  };
}
