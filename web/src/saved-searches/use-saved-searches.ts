import type { NewSavedSearch, SavedSearch, SavedSearchChange } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePages } from '../ui/use-pages.ts';
import { savedSearchesApi } from './api.ts';

const listKey = ['saved-searches'] as const;
const searchKey = (id: string) => ['saved-search', id] as const;
const lookAgainMs = 10_000;

export const useSavedSearches = () => usePages(listKey, savedSearchesApi.list);

export const useSavedSearch = (id: string) =>
  useQuery({ queryKey: searchKey(id), queryFn: ({ signal }) => savedSearchesApi.read(id, { signal }) });

export const useMatches = (id: string) =>
  usePages([...searchKey(id), 'matches'], (page, options) => savedSearchesApi.matches(id, page, options), {
    size: 20,
    lookAgainMs,
  });

export function useSaveSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (search: NewSavedSearch) => savedSearchesApi.create(search),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useChangeSearch(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: SavedSearchChange) => savedSearchesApi.change(id, change),
    onSuccess: (search) => queryClient.setQueryData<SavedSearch>(searchKey(id), search),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useDeleteSearch(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => savedSearchesApi.remove(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export const useTrial = (id: string) => useMutation({ mutationFn: () => savedSearchesApi.test(id) });
