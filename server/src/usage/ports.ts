import type { Usage } from './usage.ts';

/** From (at least) and until (before), in milliseconds; null is open. */
export type UsagePeriod = { readonly fromMs: number | null; readonly untilMs: number | null };

/** What orders used, by when they were placed: running ones with all they hold, finished ones with what they delivered. */
export type UsageLog = {
  ofOrganization(organizationId: string, period: UsagePeriod): Promise<Usage>;
  ofAccount(accountId: string, period: UsagePeriod): Promise<Usage>;
  /** What limits are held against: imagery without a price counts as nothing. */
  countedOfOrganization(organizationId: string, period: UsagePeriod): Promise<Usage>;
};
