import { parseCollection } from '../../../server/src/catalog/collection.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog, Found, StoredItem, WriteMode } from '../../../server/src/catalog/ports.ts';
import type { JsonObject } from '../../../server/src/catalog/refuse.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';

export const square = (west: number, south: number, size = 1) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});

type Parts = { readonly properties?: object } & Readonly<Record<string, unknown>>;

export const itemJson = (id: string, { properties, ...parts }: Parts = {}): JsonObject => ({
  type: 'Feature',
  stac_version: '1.0.0',
  id,
  collection: 'a',
  geometry: square(10, 10),
  properties: { datetime: '2020-06-15T12:00:00Z', ...properties },
  assets: {},
  links: [],
  ...parts,
});

export const makeItem = (id: string, parts: Parts = {}): Item => parseItem(itemJson(id, parts));

export const makeCollection = (id: string, more: object = {}) =>
  parseCollection({
    type: 'Collection',
    stac_version: '1.0.0',
    id,
    description: `The collection ${id}`,
    license: 'other',
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
    links: [],
    ...more,
  });

export async function putCollections(catalog: Catalog, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await catalog.putCollection(makeCollection(id), 'insert', null);
}

export async function put(catalog: Catalog, items: readonly Item[], mode: WriteMode = 'insert') {
  return catalog.putItems(
    items.map((item) => ({ item, ifMatch: null })),
    mode,
  );
}

/** Stores the items, after collections for them. */
export async function fill(catalog: Catalog, items: readonly Item[]): Promise<void> {
  await putCollections(catalog, ...new Set(items.map(({ collection }) => collection)));
  await put(catalog, items);
}

export const search = (catalog: Catalog, body: object = {}, visibility: Visibility = 'all') =>
  catalog.search(readSearchBody(body), visibility);

export const idsOf = ({ found }: Found<StoredItem>): readonly string[] => found.map(({ id }) => id);

/** The ids that a search finds, in order. */
export const find = async (catalog: Catalog, body: object = {}, visibility: Visibility = 'all') =>
  idsOf(await search(catalog, { limit: 10_000, ...body }, visibility));

export const documentOf = ({ bytes }: { readonly bytes: Uint8Array }): JsonObject =>
  JSON.parse(Buffer.from(bytes).toString()) as JsonObject;

/** Every page from the first to the last; fails on a page that is empty though it has a next. */
export async function pageThrough(
  catalog: Catalog,
  body: Readonly<Record<string, unknown>> & { readonly token?: string | null },
  visibility: Visibility = 'all',
  mostPages = 1_000,
) {
  const pages: Found<StoredItem>[] = [];
  let token = body.token ?? null;
  do {
    const page: Found<StoredItem> = await search(catalog, { ...body, token }, visibility);
    if (page.found.length === 0 && page.next !== null) throw new Error('an empty page has a next');
    pages.push(page);
    token = page.next;
  } while (token !== null && pages.length < mostPages);
  return pages;
}
