import type { ItemKey } from './saved-search.ts';

export const addressOfSearch = (baseUrl: string, id: string): string => `${baseUrl}/saved-searches/${id}`;
export const addressOfMatches = (baseUrl: string, id: string): string => `${addressOfSearch(baseUrl, id)}/matches`;
export const addressOfItem = (baseUrl: string, { collection, id }: ItemKey): string =>
  `${baseUrl}/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(id)}`;
