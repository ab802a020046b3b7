import type { Service } from '../../service.ts';
import { totalAreaOf, totalCostOf, toCents } from '../../usage/price-usage.ts';
import type { Usage } from '../../usage/usage.ts';
import { startOfYearMs } from '../../usage/balance.ts';
import { dayMs } from '../../shared/clock.ts';
import type { Budget, BudgetPeriod, Cap, SavedSearch } from '../saved-search.ts';

const mondayMs = 4 * dayMs;

/** When the period began that a moment lies in, in UTC; a week begins on Monday. */
function startOfPeriodMs(period: BudgetPeriod, nowMs: number): number {
  const now = new Date(nowMs);
  switch (period) {
    case 'total':
      return 0;
    case 'day':
      return nowMs - (nowMs % dayMs);
    case 'week':
      return nowMs - ((nowMs - mondayMs) % (7 * dayMs));
    case 'month':
      return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    case 'year':
      return startOfYearMs(nowMs);
  }
}

/** What the orders of a search may still cost; null does not bound. */
export async function budgetLeft(
  { savedSearches, clock }: Pick<Service, 'savedSearches' | 'clock'>,
  { id }: Pick<SavedSearch, 'id'>,
  { cost, areaSqkm, period }: Budget,
): Promise<Cap> {
  const spent = await savedSearches.spent(id, startOfPeriodMs(period, clock.nowMs()));
  return {
    cost: cost === null ? null : Math.max(0, toCents(cost - spent.cost)),
    areaSqkm: areaSqkm === null ? null : Math.max(0, areaSqkm - spent.areaSqkm),
  };
}

/** Why an order of that size is beyond what is left, or beyond what one order may be; null where it is not. */
export function overBudget(asked: Usage, left: Cap, { period, perOrder }: Budget): string | null {
  const [cost, areaSqkm] = [totalCostOf(asked), totalAreaOf(asked)];
  if (cost === null && (left.cost !== null || perOrder.cost !== null))
    return 'its imagery has no price, so that the cost cannot be held to the budget: give area_sqkm instead';
  const within = period === 'total' ? '' : ` of this ${period}`;
  return (
    beyond(cost ?? 0, perOrder.cost, 'it would cost', 'one order of the saved search may') ??
    beyond(areaSqkm, perOrder.areaSqkm, 'it would have square kilometres:', 'one order of the saved search may have') ??
    beyond(cost ?? 0, left.cost, 'it would cost', `what is left of the budget${within} of the saved search is`) ??
    beyond(
      areaSqkm,
      left.areaSqkm,
      'it would have square kilometres:',
      `what is left of the budget${within} of the saved search is`,
    )
  );
}

const beyond = (asked: number, most: number | null, what: string, than: string): string | null =>
  most !== null && asked > most ? `${what} ${shown(asked)}, ${than} ${shown(most)}` : null;

const shown = (amount: number): string => String(Number(amount.toFixed(2)));
