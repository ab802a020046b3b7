import type { Select, SelectRequest } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePages } from '../ui/use-pages.ts';
import { selectsApi } from './api.ts';
import { readCells } from './read-cells.ts';

const lookAgainMs = 2_000;

const listKey = ['selects'] as const;
const selectKey = (id: string) => ['select', id] as const;

/** Looked at again while one of them runs. */
export const useSelectList = () =>
  usePages(listKey, (page, options) => selectsApi.list(page, options), {
    lookAgainMs,
    isMoving: ({ status }) => status === 'RUNNING',
  });

/** Looked at again while it runs. */
export const useSelect = (id: string | null) =>
  useQuery({
    queryKey: selectKey(id ?? ''),
    queryFn: ({ signal }) => selectsApi.read(id!, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? lookAgainMs : false),
  });

export function useCreateSelect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: SelectRequest) => selectsApi.create(request),
    onSuccess: (select) => {
      queryClient.setQueryData<Select>(selectKey(select.id), select);
      void queryClient.invalidateQueries({ queryKey: listKey });
    },
  });
}

export const useAcquisitions = (id: string) =>
  usePages([...selectKey(id), 'acquisitions'], (page, options) => selectsApi.acquisitions(id, page, options));

/** They never change once the select has succeeded. */
export const useCells = (id: string) =>
  useQuery({
    queryKey: [...selectKey(id), 'cells'],
    queryFn: ({ signal }) => readCells(selectsApi.cells(id, { signal })),
    staleTime: Infinity,
  });
