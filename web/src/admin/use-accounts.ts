import type { AccountChange, NewAccount } from '@swath/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { adminApi } from './api.ts';

const pageSize = 100;
const listKey = ['accounts'] as const;
const accountKey = (id: string) => ['account', id] as const;

export const useAccounts = () =>
  useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ signal, pageParam }) =>
      adminApi.accounts({ limit: pageSize, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

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

export const useAudit = () =>
  useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ signal, pageParam }) =>
      adminApi.audit({ limit: pageSize, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const useSettings = () =>
  useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => adminApi.settings({ signal }) });
