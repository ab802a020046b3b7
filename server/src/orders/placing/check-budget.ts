import type { Organization } from '../../accounts/account.ts';
import type { Service } from '../../service.ts';
import { type Balance, balanceOf, excessOf, overLimit } from '../../usage/balance.ts';
import type { Usage } from '../../usage/usage.ts';
import { yearsUsage } from '../../usage/years-usage.ts';

type Needs = Pick<Service, 'usageLog' | 'clock'>;

/** What is left before the order; refused where it costs more. The store looks again when it places it. */
export async function checkBudget(
  service: Needs,
  organization: Pick<Organization, 'id' | 'limits'>,
  asked: Usage,
  /** Of an order that is retried: what it adds counts in that year. */
  { placedAtMs }: { readonly placedAtMs?: number } = {},
): Promise<Balance> {
  const balance = balanceOf(organization.limits, await yearsUsage(service, organization, placedAtMs));
  const excess = excessOf(balance, asked);
  if (excess !== null) throw overLimit(excess, placedAtMs === undefined ? 'this year' : 'in the year it was placed');
  return balance;
}
