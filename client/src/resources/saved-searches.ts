import { callsOf } from '../calls.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { pathOf, withQuery } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { NewSavedSearch, SavedSearch, SavedSearchChange, SearchMatch, SearchTrial } from '../wire/saved-search.ts';

/** Searches that are held to whatever arrives. */
export type SavedSearches = {
  create(search: NewSavedSearch, options?: CallOptions): Promise<SavedSearch>;
  list(page?: PageRequest, options?: CallOptions): Promise<Page<SavedSearch>>;
  read(id: string, options?: CallOptions): Promise<SavedSearch>;
  change(id: string, change: SavedSearchChange, options?: CallOptions): Promise<SavedSearch>;
  remove(id: string, options?: CallOptions): Promise<void>;
  matches(id: string, page?: PageRequest, options?: CallOptions): Promise<Page<SearchMatch>>;
  /** Holds the last arrivals to it; nobody is told, and nothing is ordered. */
  test(id: string, last?: number, options?: CallOptions): Promise<SearchTrial>;
};

const path = '/saved-searches';

const one = (id: string, ...rest: readonly string[]) => `${path}${pathOf(id, ...rest)}`;

export function savedSearches(sender: Sender): SavedSearches {
  const { get, post, patch, remove } = callsOf(sender);

  return {
    create: (body, options) => post(path, body, readSaved, options),
    list: (page = {}, options) => get(withQuery(path, page), readPage<SavedSearch>, options),
    read: (id, options) => get(one(id), readSaved, options),
    change: (id, body, options) => patch(one(id), body, readSaved, options),
    remove: (id, options) => remove(one(id), options),
    matches: (id, page = {}, options) => get(withQuery(one(id, 'matches'), page), readPage<SearchMatch>, options),
    test: (id, last = 1_000, options) => post(one(id, 'test'), { last }, readTrial, options),
  };
}

const readSaved = readObject<SavedSearch>('id', 'name', 'search', 'notify');
const readTrial = readObject<SearchTrial>('looked_at', 'matched', 'items');
