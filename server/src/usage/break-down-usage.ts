import type { Principal } from '../accounts/principal.ts';
import type { Service } from '../service.ts';
import type { UsageOwner, UsagePeriod } from './ports.ts';
import { memberFor, organizationFor, periodOf } from './report-usage.ts';
import { type UsagePart, type UsageShare, inShownOrder } from './usage-share.ts';

type Needs = Pick<Service, 'usageLog' | 'requestCounts' | 'accounts' | 'clock'>;

export type UsageBreakdown = {
  readonly by: UsagePart;
  readonly shares: readonly UsageShare[];
  readonly hasMore: boolean;
  readonly period: UsagePeriod;
};

export type BreakdownRequest = { readonly by: UsagePart; readonly period: UsagePeriod };

const mostShares = 1_000;

/** Of the caller's organization; of any for an administrator. */
export async function breakDownOrganization(
  service: Needs,
  caller: Principal,
  id: string,
  asked: BreakdownRequest,
): Promise<UsageBreakdown> {
  const { id: organizationId } = await organizationFor(service, caller, id);
  return breakDown(service, { organizationId }, asked);
}

/** Of the caller alone; of any account for an administrator. */
export async function breakDownAccount(
  service: Needs,
  caller: Principal,
  id: string,
  asked: BreakdownRequest,
): Promise<UsageBreakdown> {
  const { account } = await memberFor(service, caller, id);
  return breakDown(service, { accountId: account.id }, asked);
}

async function breakDown(
  service: Needs,
  owner: UsageOwner,
  { by, period: asked }: BreakdownRequest,
): Promise<UsageBreakdown> {
  const period = periodOf(service, asked);
  await service.requestCounts.flush();
  const found = inShownOrder(await service.usageLog.parts(owner, by, period, mostShares + 1), by);
  const hasMore = found.length > mostShares;
  // Of days the last ones, of the rest those that used most.
  const shares = by === 'day' ? found.slice(-mostShares) : found.slice(0, mostShares);
  return { by, shares, hasMore, period };
}
