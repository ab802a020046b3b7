import type { UsagePart, UsageShare } from './usage-share.ts';
import type { Usage } from './usage.ts';

/** From (at least) and until (before), in milliseconds; null is open. */
export type UsagePeriod = { readonly fromMs: number | null; readonly untilMs: number | null };

/** All of an organization, or one of its accounts. */
export type UsageOwner = { readonly organizationId: string } | { readonly accountId: string };

/** Requests of one account on one day, by one key or (null) signed in. */
export type RequestCount = {
  readonly organizationId: string;
  readonly accountId: string;
  readonly keyId: string | null;
  /** Since 1970, in UTC. */
  readonly day: number;
  readonly requests: number;
};

/** Requests of one identity: a key, an account, an address. */
export type RateCount = { readonly identity: string; readonly used: number };

/** What nodes tell each other of the requests of a minute. */
export type RateCounts = {
  /** Adds to what all nodes have told; what that is now. */
  add(windowMs: number, counts: readonly RateCount[]): Promise<readonly RateCount[]>;
};

/** What orders used, by when they were placed: running ones with all they hold, finished ones with what they delivered. */
export type UsageLog = {
  ofOrganization(organizationId: string, period: UsagePeriod): Promise<Usage>;
  ofAccount(accountId: string, period: UsagePeriod): Promise<Usage>;
  /** What limits are held against: imagery without a price counts as nothing. */
  countedOfOrganization(organizationId: string, period: UsagePeriod): Promise<Usage>;
  /** The same with the requests, in parts: the last days, the keys and projects that used most. Requests are counted by whole days. */
  parts(owner: UsageOwner, by: UsagePart, period: UsagePeriod, most: number): Promise<readonly UsageShare[]>;
  /** Adds to what is counted already. */
  countRequests(counts: readonly RequestCount[]): Promise<void>;
};
