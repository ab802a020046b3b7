import type { Member, Organization } from '../accounts/account.ts';
import type { Principal } from '../accounts/principal.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { startOfYearMs } from './balance.ts';
import type { UsagePeriod } from './ports.ts';
import type { Usage } from './usage.ts';
import { yearsUsage } from './years-usage.ts';

type Needs = Pick<Service, 'usageLog' | 'accounts' | 'clock'>;

/** What a period used, beside the organization's limits and what it has used of this year's. */
export type UsageReport = {
  readonly usage: Usage;
  readonly usedThisYear: Usage;
  readonly limits: Organization['limits'];
  readonly period: UsagePeriod;
};

type Accounts = Pick<Service, 'accounts'>;

/** The caller's own; any for an administrator. */
export const organizationFor = async ({ accounts }: Accounts, caller: Principal, id: string): Promise<Organization> =>
  caller.organization.id === id ? caller.organization : forAdministrator(caller, () => accounts.organizationById(id));

export const memberFor = async ({ accounts }: Accounts, caller: Principal, id: string): Promise<Member> =>
  caller.account.id === id ? caller : forAdministrator(caller, () => accounts.byId(id));

/** Of the caller's organization; of any for an administrator. */
export async function usageOfOrganization(
  service: Needs,
  caller: Principal,
  id: string,
  asked: UsagePeriod,
): Promise<UsageReport> {
  const organization = await organizationFor(service, caller, id);
  const period = periodOf(service, asked);
  return report(service, organization, period, await service.usageLog.ofOrganization(organization.id, period));
}

/** Of the caller alone; of any account for an administrator. */
export async function usageOfAccount(
  service: Needs,
  caller: Principal,
  id: string,
  asked: UsagePeriod,
): Promise<UsageReport> {
  const { account, organization } = await memberFor(service, caller, id);
  const period = periodOf(service, asked);
  return report(service, organization, period, await service.usageLog.ofAccount(account.id, period));
}

/** Keys administer nothing; what others may not see is not there. */
async function forAdministrator<T>({ permissions, credential }: Principal, find: () => Promise<T | null>): Promise<T> {
  const mayLook = permissions.includes('admin') && credential.kind === 'bearer';
  const found = mayLook ? await find() : null;
  if (found === null) throw new PlatformError('not_found');
  return found;
}

/** This year, unless dates were given: the limits are a year's. */
export function periodOf({ clock }: Pick<Needs, 'clock'>, asked: UsagePeriod): UsagePeriod {
  const isGiven = asked.fromMs !== null || asked.untilMs !== null;
  return isGiven ? asked : { fromMs: startOfYearMs(clock.nowMs()), untilMs: null };
}

async function report(
  service: Needs,
  organization: Organization,
  period: UsagePeriod,
  usage: Usage,
): Promise<UsageReport> {
  return { usage, period, limits: organization.limits, usedThisYear: await yearsUsage(service, organization) };
}
