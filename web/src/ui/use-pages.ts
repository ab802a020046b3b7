import type { CallOptions, Page, PageRequest } from '@swath/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

type Pages<T> = {
  readonly size?: number;
  /** How often it is looked at again; never without it. */
  readonly lookAgainMs?: number;
  /** Only while one of these is listed. */
  readonly isMoving?: (row: T) => boolean;
  /** What was found before stays until the answer is there. */
  readonly isNarrowed?: boolean;
};

/** A list of the service, page behind page. */
export const usePages = <T>(
  queryKey: readonly string[],
  read: (page: PageRequest, options: CallOptions) => Promise<Page<T>>,
  { size = 50, lookAgainMs, isMoving, isNarrowed = false }: Pages<T> = {},
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      read({ limit: size, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: lookAgainMs === undefined ? false : lookingAgain(lookAgainMs, isMoving),
    ...(isNarrowed && { placeholderData: keepPreviousData }),
  });

type Listed<T> = {
  readonly state: { readonly data?: { readonly pages: readonly Pick<Page<T>, 'data'>[] } | undefined };
};

/** All pages that are shown are read anew: the more there are, the more seldom. */
export const lookingAgain =
  <T>(everyMs: number, isMoving?: (row: T) => boolean) =>
  ({ state }: Listed<T>): number | false => {
    const pages = state.data?.pages ?? [];
    const isWanted = isMoving === undefined || pages.some(({ data }) => data.some(isMoving));
    return isWanted && everyMs * Math.max(1, pages.length);
  };
