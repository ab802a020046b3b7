import type { AccountChange, NewAccount } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePages } from '../ui/use-pages.ts';
import { adminApi } from './api.ts';

const size = 100;
const listKey = ['accounts'] as const;
const accountKey = (id: string) => ['account', id] as const;

export const useAccounts = () => usePages(listKey, adminApi.accounts, { size });

export const useAccount = (id: string) =>
  useQuery({ queryKey: accountKey(id), queryFn: ({ signal }) => adminApi.account(id, { signal }) });

export function useCreateAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: NewAccount) => adminApi.createAccount(account),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useChangeAccount(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: AccountChange) => adminApi.changeAccount(id, change),
    onSuccess: (member) => queryClient.setQueryData(accountKey(id), member),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export const useResetPassword = (id: string) =>
  useMutation({ mutationFn: (how: { readonly by_mail: boolean }) => adminApi.resetPassword(id, how) });

export const useAudit = () => usePages(['audit'], adminApi.audit, { size });

export const useSettings = () =>
  useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => adminApi.settings({ signal }) });
