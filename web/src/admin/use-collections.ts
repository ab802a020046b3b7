import type { Collection } from '@swath/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { catalogApi, collectionApi } from './api.ts';

const collectionsKey = ['admin-collections'] as const;

/** Beyond these an archive is administered by programs. */
export const mostCollections = 1_000;

export type CollectionList = {
  readonly collections: readonly Collection[];
  readonly hasMore: boolean;
  /** Items by collection; one that is absent has none. */
  readonly items: ReadonlyMap<string, number>;
  /** False where there are more collections than can be counted at once. */
  readonly areItemsKnown: boolean;
};

async function readCollections(signal: AbortSignal): Promise<CollectionList> {
  const collections: Collection[] = [];
  const counting = catalogApi.aggregate({ aggregations: ['collection_frequency'] }, { signal });
  let hasMore = false;
  for await (const collection of catalogApi.collections({ signal })) {
    hasMore = collections.length === mostCollections;
    if (hasMore) break;
    collections.push(collection);
  }
  const frequency = (await counting).find(({ name }) => name === 'collection_frequency');
  const items = new Map(frequency?.buckets?.map(({ key, frequency: count }) => [key, count]));
  return { collections, hasMore, items, areItemsKnown: (frequency?.overflow ?? 0) === 0 };
}

export const useCollections = () =>
  useQuery({ queryKey: collectionsKey, queryFn: ({ signal }) => readCollections(signal) });

function useWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: collectionsKey }),
  });
}

export const useCreateCollection = () =>
  useWrite((document: Readonly<Record<string, unknown>>) => collectionApi.create(document));

export const useChangeCollection = (id: string) =>
  useWrite((patch: Readonly<Record<string, unknown>>) => collectionApi.change(id, patch));

export const useDeleteCollection = () => useWrite((id: string) => collectionApi.remove(id));
