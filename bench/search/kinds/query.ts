import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';

export type SearchBody = Readonly<Record<string, unknown>>;
export type ItemName = { readonly collection: string; readonly id: string };

export type Search = {
  readonly ask: 'search';
  readonly body: SearchBody;
  /** The only collection that the caller may see; null is all. */
  readonly grant: string | null;
  /** The item that the page comes after, for peers whose tokens are made of its name. */
  readonly after: ItemName | null;
};
export type Query = Search | ({ readonly ask: 'item' } & ItemName);

export const search = (body: SearchBody, more: Partial<Search> = {}): Search => ({
  ask: 'search',
  body,
  grant: null,
  after: null,
  ...more,
});

const baseUrl = 'https://imagery.example.com';

/** A query as a call that says how many items it found, as a search over HTTP makes it; what is read from the wire is read before. */
export function prepare(catalog: Catalog, query: Query, limit: number): () => Promise<number> {
  if (query.ask === 'item')
    return async () => Number((await catalog.getItem(query.collection, query.id, 'all')) !== null);
  const request = readSearchBody(bodyOf(query, limit));
  const visibility: Visibility = query.grant === null ? 'all' : new Set([query.grant]);
  return async () => {
    const page = await catalog.showItems(request, visibility, baseUrl);
    page.giveBack();
    return request.limit === 0 ? (page.matched?.atLeast ?? 0) : page.count;
  };
}

/** A count keeps its own limit. */
export const bodyOf = ({ body }: Search, limit: number): SearchBody => ({ limit, ...body });
