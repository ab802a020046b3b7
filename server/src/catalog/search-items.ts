import type { Service } from '../service.ts';
import { findCollection } from './find-documents.ts';
import type { Found, ReadOptions, ShownItems, StoredItem } from './ports.ts';
import { refuse } from './refuse.ts';
import type { SearchRequest } from './search-request.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;
type Shows = Pick<Service, 'catalog' | 'config'>;
/** `lend` is told how to give the page's memory back, and does so when the page is sent or nobody wants it. */
type ShowOptions = ReadOptions & { readonly lend: (giveBack: () => void) => void };

/** Items of every collection that the caller may see, or of those that the request names. */
export async function searchItems(
  { catalog }: Needs,
  visibility: Visibility,
  request: SearchRequest,
  options: ReadOptions = {},
): Promise<Found<StoredItem>> {
  const page = await catalog.search(request, visibility, options);
  await requireCollections({ catalog }, visibility, request, new Set(page.found.map(({ collection }) => collection)));
  return page;
}

/** The same as they are sent; the page's memory is given back through `lend`, whatever becomes of the search. */
export async function showItems(
  { catalog, config }: Shows,
  visibility: Visibility,
  request: SearchRequest,
  options: ShowOptions,
): Promise<ShownItems> {
  const page = await catalog.showItems(request, visibility, config.baseUrl, options);
  options.lend(page.giveBack);
  await requireCollections({ catalog }, visibility, request, new Set(page.collections));
  return page;
}

/** What was found proves its collection, so that most searches ask for no other. */
async function requireCollections(
  { catalog }: Needs,
  visibility: Visibility,
  { collections }: SearchRequest,
  proven: ReadonlySet<string>,
): Promise<void> {
  for (const id of collections ?? [])
    if (!proven.has(id) && (await catalog.getCollection(id, visibility)) === null)
      refuse('collections', `names '${id}', which is not a collection`);
}

/** Items of one collection, as they are sent. */
export async function showItemsOf(
  { catalog, config }: Shows,
  visibility: Visibility,
  collection: string,
  request: SearchRequest,
  options: ShowOptions,
): Promise<ShownItems> {
  const page = await catalog.showItems({ ...request, collections: [collection] }, visibility, config.baseUrl, options);
  options.lend(page.giveBack);
  if (page.count === 0) await findCollection({ catalog }, visibility, collection);
  return page;
}
