import { useQuery } from '@tanstack/react-query';
import { readAllPages } from '../ui/read-all-pages.ts';
import { adminApi } from './api.ts';

const listKey = ['organizations'] as const;

export const useOrganizations = () =>
  useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => readAllPages((page) => adminApi.organizations(page, { signal })),
  });

export const useOrganization = (id: string) =>
  useQuery({ queryKey: [...listKey, id], queryFn: ({ signal }) => adminApi.organization(id, { signal }) });
