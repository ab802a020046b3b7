import type { Period, Self } from '@swath/client';
import { useQuery } from '@tanstack/react-query';
import { usageApi } from './api.ts';

export const scopes = ['Organization', 'Only me'] as const;
export type Scope = (typeof scopes)[number];

const shownYears = 3;

/** This year first. */
export const years = (today: Date): readonly string[] =>
  Array.from({ length: shownYears }, (_, back) => String(today.getUTCFullYear() - back));

export const periodOf = (year: string): Period => ({ start_date: `${year}-01-01`, end_date: `${year}-12-31` });

export function useUsage(user: Pick<Self, 'account_id' | 'user_id'>, scope: Scope, period: Period) {
  return useQuery({
    queryKey: ['usage', scope, period],
    queryFn: ({ signal }) =>
      scope === 'Organization'
        ? usageApi.ofAccount(user.account_id, period, { signal })
        : usageApi.ofUser(user.user_id, period, { signal }),
  });
}
