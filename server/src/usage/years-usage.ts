import type { Organization } from '../accounts/account.ts';
import type { Service } from '../service.ts';
import { isUnlimited, startOfYearMs } from './balance.ts';
import { type Usage, noUsage } from './usage.ts';

/** What counts against this year's limits; nothing is summed up where there is no limit. */
export async function yearsUsage(
  { usageLog, clock }: Pick<Service, 'usageLog' | 'clock'>,
  { id, limits }: Pick<Organization, 'id' | 'limits'>,
): Promise<Usage> {
  if (isUnlimited(limits)) return noUsage;
  return usageLog.countedOfOrganization(id, { fromMs: startOfYearMs(clock.nowMs()), untilMs: null });
}
