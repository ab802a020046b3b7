import type { CallOptions, Page, PageRequest } from '@swath/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

type Pages = {
  readonly size?: number;
  readonly refetchInterval?: number | false;
  /** What was found before stays until the answer is there. */
  readonly isNarrowed?: boolean;
};

/** A list of the service, page behind page. */
export const usePages = <T>(
  queryKey: readonly string[],
  read: (page: PageRequest, options: CallOptions) => Promise<Page<T>>,
  { size = 50, refetchInterval = false, isNarrowed = false }: Pages = {},
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      read({ limit: size, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval,
    ...(isNarrowed && { placeholderData: keepPreviousData }),
  });
