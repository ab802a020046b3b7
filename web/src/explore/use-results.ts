import type { SearchRequest } from '@swath/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { catalogApi } from '../catalog/api.ts';
import { foundItem, wantedFields } from './found-item.ts';
import { whenIdle } from './when-idle.ts';

const firstPage = 100;
const otherPages = 500;
/** So many come by themselves, behind what is shown already. */
const mostUnasked = 2_000;

/** What a search finds: the first page at once, the others behind it while the page is used. */
export function useResults(request: SearchRequest | null) {
  const query = useInfiniteQuery({
    queryKey: ['explore', request],
    queryFn: ({ signal, pageParam }) =>
      catalogApi.search(
        {
          ...request,
          fields: { include: wantedFields },
          ...(pageParam === '' ? { limit: firstPage } : { limit: otherPages, token: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ links }) => {
      const token = links.find(({ rel }) => rel === 'next')?.body?.['token'];
      return typeof token === 'string' ? token : undefined;
    },
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });

  const { data } = query;
  const items = useMemo(() => (data?.pages ?? []).flatMap(({ features }) => features.map(foundItem)), [data]);

  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isWanting = hasNextPage && !isFetching && !isError && items.length < mostUnasked;
  useEffect(() => {
    if (!isWanting) return undefined;
    return whenIdle(() => void fetchNextPage());
  }, [isWanting, fetchNextPage]);

  return { query, items, total: useTotal(request, data?.pages[0]?.numberMatched, hasNextPage ? null : items.length) };
}

/** Exact, or null while it is counted: the service leaves the number out where it would cost more than the page. */
function useTotal(request: SearchRequest | null, told: number | undefined, loaded: number | null): number | null {
  const known = told ?? loaded;
  const counting = useQuery({
    queryKey: ['explore-count', request],
    queryFn: ({ signal }) => catalogApi.count(request ?? {}, { signal }),
    enabled: request !== null && known === null,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });
  return known ?? counting.data ?? null;
}
