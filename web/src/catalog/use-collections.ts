import type { Collection } from '@swath/client';
import { useQuery } from '@tanstack/react-query';
import { catalogApi } from './api.ts';

/** Begins the keys of all that is read of collections, so that a change of one reaches every page. */
export const collectionsKey = ['collections'] as const;

/** Beyond these an archive is used and administered by programs. */
export const mostCollections = 1_000;

const whileMs = 5 * 60_000;

export type SomeCollections = { readonly collections: readonly Collection[]; readonly hasMore: boolean };

/** By id, with what they are called; of very many the first. */
export async function readCollections(signal: AbortSignal): Promise<SomeCollections> {
  const collections: Collection[] = [];
  for await (const collection of catalogApi.collections({ signal })) {
    if (collections.length === mostCollections) return { collections, hasMore: true };
    collections.push(withPlainTitle(collection));
  }
  return { collections, hasMore: false };
}

/** The catalogue takes any title; what is no text is none. */
const withPlainTitle = ({ title, ...others }: Collection): Collection =>
  typeof title === 'string' ? { ...others, title } : others;

export const useCollections = () =>
  useQuery({
    queryKey: [...collectionsKey, 'some'],
    staleTime: whileMs,
    queryFn: ({ signal }) => readCollections(signal),
  });
