import type { Organization } from '../accounts/account.ts';
import type { Service } from '../service.ts';
import { isUnlimited, yearOf } from './balance.ts';
import { type Usage, noUsage } from './usage.ts';

/** What counts against the limits of this year, or of that in which `atMs` lies; nothing is summed up where there is no limit. */
export async function yearsUsage(
  { usageLog, clock }: Pick<Service, 'usageLog' | 'clock'>,
  { id, limits }: Pick<Organization, 'id' | 'limits'>,
  atMs = clock.nowMs(),
): Promise<Usage> {
  if (isUnlimited(limits)) return noUsage;
  return usageLog.countedOfOrganization(id, yearOf(atMs));
}
