import { type ListedOrder, type Order, type OrderState, isEnded } from '@swath/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAllPages } from '../ui/read-all-pages.ts';
import { useInTurn } from '../ui/use-in-turn.ts';
import { lookingAgain, usePages } from '../ui/use-pages.ts';
import { ordersApi } from './api.ts';

const pageSize = 50;
const lookAgainMs = 5_000;

const listKey = ['orders'] as const;
const orderKey = (id: string) => ['order', id] as const;
const contentsKey = (id: string, what: 'tiles' | 'files') => ['order', id, what] as const;

export function useOrderList() {
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ signal, pageParam }) =>
      ordersApi.list({ limit: pageSize, ...(pageParam === '' ? {} : { starting_after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.data.at(-1)?.id : undefined),
    // Only while something moves.
    refetchInterval: lookingAgain<ListedOrder>(lookAgainMs, (order) => !isEnded(order)),
  });
}

export const useOrder = (id: string) =>
  useQuery({ queryKey: orderKey(id), queryFn: ({ signal }) => ordersApi.read(id, { signal }) });

export const useOrderTiles = (id: string) =>
  usePages(contentsKey(id, 'tiles'), (page, options) => ordersApi.tiles(id, page, options));

export const mostTilesOnMap = 2_000;

/** Behind the key of the tiles, so that what reads those anew reads these anew. */
export const useTilesOnMap = (id: string) =>
  useQuery({
    queryKey: [...contentsKey(id, 'tiles'), 'map'],
    queryFn: ({ signal }) => readAllPages((page) => ordersApi.tiles(id, page, { signal }), mostTilesOnMap),
  });

export const useOrderFiles = (id: string) =>
  usePages(contentsKey(id, 'files'), (page, options) => ordersApi.files(id, page, options));

/** What an event tells goes into the order that is shown; its contents are read anew. */
export function useTakeState(id: string) {
  const queryClient = useQueryClient();
  const readAnew = useInTurn(() =>
    Promise.all(
      [contentsKey(id, 'tiles'), contentsKey(id, 'files')].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ),
  );
  return (state: OrderState) => {
    queryClient.setQueryData<Order>(orderKey(id), (order) => order && { ...order, ...state });
    if (isEnded(state)) void queryClient.invalidateQueries({ queryKey: orderKey(id) });
    else readAnew();
  };
}

/** The order, its tiles and its files. */
export function useReadAnew(id: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: orderKey(id) });
}

export function useChangeOrder<Input = void>(id: string, change: (id: string, input: Input) => Promise<Order>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(id, input),
    onSuccess: (order) => queryClient.setQueryData<Order>(orderKey(id), order),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: orderKey(id) }),
        queryClient.invalidateQueries({ queryKey: listKey }),
      ]),
  });
}
