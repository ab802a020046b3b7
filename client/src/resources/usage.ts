import { callsOf } from '../calls.ts';
import { readObject } from '../pages.ts';
import { pathOf, withQuery } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { Limits, Usage } from '../wire/usage.ts';

/** `2026-01-31`, or with a time; all of an end's day counts. */
export type Period = { readonly start_date?: string; readonly end_date?: string };

export type UsageReport = {
  readonly usage: Usage & Limits;
  readonly start: string | null;
  readonly end: string | null;
};

export type UsagePart = 'day' | 'key' | 'project';

/** What one day, key or project has of the usage. */
export type UsageShare = {
  readonly day?: string;
  readonly key_id?: string | null;
  readonly project_id?: string | null;
  readonly kind: 'day' | 'key' | 'project' | 'sign_in' | 'none' | 'unknown';
  readonly name: string | null;
  readonly requests: number;
  readonly orders: number;
  readonly area_sqkm: number;
  readonly cost: number | null;
  readonly delivered_bytes: number;
};

export type UsageBreakdown = {
  readonly by: UsagePart;
  readonly data: readonly UsageShare[];
  readonly has_more: boolean;
  readonly start: string | null;
  readonly end: string | null;
};

export type UsageReports = {
  /** Of an organization: the `account_id` of `self`. */
  ofAccount(id: string, period?: Period, options?: CallOptions): Promise<UsageReport>;
  /** Of one login: the `user_id` of `self`. */
  ofUser(id: string, period?: Period, options?: CallOptions): Promise<UsageReport>;
  partsOfAccount(id: string, by: UsagePart, period?: Period, options?: CallOptions): Promise<UsageBreakdown>;
  partsOfUser(id: string, by: UsagePart, period?: Period, options?: CallOptions): Promise<UsageBreakdown>;
};

export function usage(sender: Sender): UsageReports {
  const { get } = callsOf(sender);
  const report =
    (kind: 'account' | 'user') =>
    (id: string, period: Period = {}, options?: CallOptions) =>
      get(withQuery(pathOf('usage', kind, id), period), readReport, options);
  const parts =
    (kind: 'account' | 'user') =>
    (id: string, by: UsagePart, period: Period = {}, options?: CallOptions) =>
      get(withQuery(pathOf('usage', kind, id, 'breakdown'), { by, ...period }), readParts, options);
  return {
    ofAccount: report('account'),
    ofUser: report('user'),
    partsOfAccount: parts('account'),
    partsOfUser: parts('user'),
  };
}

const readParts = readObject<UsageBreakdown>('by', 'data');
const readReport = readObject<UsageReport>('usage');
