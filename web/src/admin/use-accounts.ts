import type { AccountChange, NewAccount } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePages } from '../ui/use-pages.ts';
import { adminApi } from './api.ts';
import { askAnew } from '../ui/ask-anew.ts';

const size = 100;
const listKey = ['accounts'] as const;
const accountKey = (id: string) => ['account', id] as const;

/** Of one organization, with a text in their address or name; of all where these are empty. */
export const useAccounts = (organizationId: string, words: string) =>
  usePages(
    [...listKey, organizationId, words],
    (page, options) =>
      adminApi.accounts(
        { ...page, ...(organizationId && { organization_id: organizationId }), ...(words && { q: words }) },
        options,
      ),
    { size, isNarrowed: true },
  );

/** Asked for when somebody is about to end it. */
export const useHoldings = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...accountKey(id), 'holdings'],
    queryFn: ({ signal }) => adminApi.holdings(id, { signal }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  });

export const useAccount = (id: string) =>
  useQuery({ queryKey: accountKey(id), queryFn: ({ signal }) => adminApi.account(id, { signal }) });

export function useCreateAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: NewAccount) => adminApi.createAccount(account),
    onSuccess: () => Promise.all([listKey, ['organizations']].map((queryKey) => askAnew(queryClient, queryKey))),
  });
}

export function useChangeAccount(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: AccountChange) => adminApi.changeAccount(id, change),
    onSuccess: (member) => queryClient.setQueryData(accountKey(id), member),
    // It may have been changed although the answer was lost.
    onError: () => queryClient.invalidateQueries({ queryKey: accountKey(id) }),
    onSettled: () =>
      Promise.all([listKey, ['organizations']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

export const useResetPassword = (id: string) =>
  useMutation({ mutationFn: (how: { readonly by_mail: boolean }) => adminApi.resetPassword(id, how) });

/** Of what was done to one thing, or of all where it is empty. */
export const useAudit = (target: string) =>
  usePages(['audit', target], (page, options) => adminApi.audit({ ...page, ...(target && { target }) }, options), {
    size,
  });

export const useSettings = () =>
  useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => adminApi.settings({ signal }) });
