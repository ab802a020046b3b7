import { skipToken, useQuery } from '@tanstack/react-query';
import { catalogApi } from '../catalog/api.ts';
import { type ItemKey, readKey } from './item-key.ts';

const whileMs = 5 * 60_000;

/** Of one collection, else of all. */
export const useQueryables = (collections: readonly string[]) => {
  const only = collections.length === 1 ? collections[0] : undefined;
  return useQuery({
    queryKey: ['explore-queryables', only ?? null],
    staleTime: whileMs,
    queryFn: ({ signal }) => catalogApi.queryables(only, { signal }),
  });
};

/** The whole document. */
export const useItem = (key: ItemKey | null) => {
  const named = key === null ? null : readKey(key);
  return useQuery({
    queryKey: ['explore-item', key],
    staleTime: whileMs,
    queryFn: named === null ? skipToken : ({ signal }) => catalogApi.item(named.collection, named.id, { signal }),
  });
};
