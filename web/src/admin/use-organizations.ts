import { useQuery } from '@tanstack/react-query';
import { adminApi } from './api.ts';

/** As many as a page of the service holds: those are chosen from. */
const most = 1_000;
const listKey = ['organizations'] as const;

export const useOrganizations = () =>
  useQuery({ queryKey: listKey, queryFn: ({ signal }) => adminApi.organizations({ limit: most }, { signal }) });

export const useOrganization = (id: string) =>
  useQuery({ queryKey: [...listKey, id], queryFn: ({ signal }) => adminApi.organization(id, { signal }) });
