import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { catalogApi } from '../catalog/api.ts';
import { type SomeCollections, collectionsKey, readCollections } from '../catalog/use-collections.ts';
import { collectionApi } from './api.ts';
import { askAnew } from '../ui/ask-anew.ts';

export type CollectionList = SomeCollections & {
  /** Items by collection; one that is absent has none. */
  readonly items: ReadonlyMap<string, number>;
  /** False where there are more collections than can be counted at once. */
  readonly areItemsKnown: boolean;
};

async function readCounted(signal: AbortSignal): Promise<CollectionList> {
  const counting = catalogApi.aggregate({ aggregations: ['collection_frequency'] }, { signal });
  const [some, counted] = await Promise.all([readCollections(signal), counting]);
  const frequency = counted.find(({ name }) => name === 'collection_frequency');
  const items = new Map(frequency?.buckets?.map(({ key, frequency: count }) => [key, count]));
  return { ...some, items, areItemsKnown: (frequency?.overflow ?? 0) === 0 };
}

/** Null where nobody has counted them. */
export const itemsOf = ({ items, areItemsKnown }: CollectionList, id: string): number | null =>
  items.get(id) ?? (areItemsKnown ? 0 : null);

export const useCountedCollections = () =>
  useQuery({ queryKey: [...collectionsKey, 'counted'], queryFn: ({ signal }) => readCounted(signal) });

function useWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => askAnew(queryClient, collectionsKey),
  });
}

export const useCreateCollection = () =>
  useWrite((document: Readonly<Record<string, unknown>>) => collectionApi.create(document));

export const useChangeCollection = (id: string) =>
  useWrite((patch: Readonly<Record<string, unknown>>) => collectionApi.change(id, patch));

export const useDeleteCollection = () => useWrite((id: string) => collectionApi.remove(id));
