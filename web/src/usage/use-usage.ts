import type { Period, Self, UsagePart } from '@swath/client';
import { useQuery } from '@tanstack/react-query';
import { usageApi } from './api.ts';

export const scopes = ['Organization', 'Only me'] as const;
export type Scope = (typeof scopes)[number];

type Who = Pick<Self, 'account_id' | 'user_id'>;

export function useUsage(user: Who, scope: Scope, period: Period) {
  return useQuery({
    queryKey: ['usage', user.account_id, scope, period],
    queryFn: ({ signal }) =>
      scope === 'Organization'
        ? usageApi.ofAccount(user.account_id, period, { signal })
        : usageApi.ofUser(user.user_id, period, { signal }),
  });
}

export function useUsageParts(user: Who, scope: Scope, by: UsagePart, period: Period) {
  return useQuery({
    queryKey: ['usage', user.account_id, scope, by, period],
    queryFn: ({ signal }) =>
      scope === 'Organization'
        ? usageApi.partsOfAccount(user.account_id, by, period, { signal })
        : usageApi.partsOfUser(user.user_id, by, period, { signal }),
  });
}
