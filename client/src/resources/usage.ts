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

export type UsageReports = {
  /** Of an organization: the `account_id` of `self`. */
  ofAccount(id: string, period?: Period, options?: CallOptions): Promise<UsageReport>;
  /** Of one login: the `user_id` of `self`. */
  ofUser(id: string, period?: Period, options?: CallOptions): Promise<UsageReport>;
};

export function usage(sender: Sender): UsageReports {
  const report =
    (kind: 'account' | 'user') =>
    (id: string, period: Period = {}, options?: CallOptions) =>
      sender.send({
        method: 'GET',
        path: withQuery(pathOf('usage', kind, id), period),
        read: readReport,
        signal: options?.signal,
      });
  return { ofAccount: report('account'), ofUser: report('user') };
}

const readReport = readObject<UsageReport>('usage');
