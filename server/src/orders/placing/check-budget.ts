import type { Organization } from '../../accounts/account.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type Balance, type Excess, balanceOf, excessOf } from '../../usage/balance.ts';
import type { Usage } from '../../usage/usage.ts';
import { yearsUsage } from '../../usage/years-usage.ts';

type Needs = Pick<Service, 'usageLog' | 'clock'>;

/** What is left before the order; refused where it costs more. The store looks again when it places it. */
export async function checkBudget(
  service: Needs,
  organization: Pick<Organization, 'id' | 'limits'>,
  asked: Usage,
): Promise<Balance> {
  const balance = balanceOf(organization.limits, await yearsUsage(service, organization));
  const excess = excessOf(balance, asked);
  if (excess !== null) throw overLimit(excess);
  return balance;
}

export const overLimit = ({ limit, available, asked }: Omit<Excess, 'limit'> & { readonly limit: string }) =>
  new PlatformError('order_refused', `the order costs ${asked} of ${limit}, of which ${available} is left this year`);
