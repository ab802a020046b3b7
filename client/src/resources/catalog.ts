import { callsOf } from '../calls.ts';
import { readObject } from '../pages.ts';
import { pathOf, withQuery } from '../query.ts';
import { streamOf } from '../stream-of.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { AggregateRequest, Aggregation } from '../wire/aggregation.ts';
import type { Collection, FeaturePage, Item, Link, SearchRequest } from '../wire/stac.ts';
import { featureSearch } from './feature-pages.ts';

/** A JSON Schema whose properties are what filters, or orders, may name. */
export type Queryables = {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
};

export type Catalog = {
  /** One page of items. */
  search(request?: SearchRequest, options?: CallOptions): Promise<FeaturePage<Item>>;
  searchPages(request?: SearchRequest, options?: CallOptions): AsyncGenerator<FeaturePage<Item>>;
  /** Every item that matches, page behind page. */
  items(request?: SearchRequest, options?: CallOptions): AsyncGenerator<Item>;
  /** The same as a stream. */
  itemStream(request?: SearchRequest, options?: CallOptions): ReadableStream<Item>;
  /** How many items match, exactly. */
  count(request?: SearchRequest, options?: CallOptions): Promise<number>;
  /** Counts, ranges and frequencies of all items that match, in the order of their names. */
  aggregate(request: AggregateRequest, options?: CallOptions): Promise<readonly Aggregation[]>;
  /** All collections that the caller may see. */
  collections(options?: CallOptions): AsyncGenerator<Collection>;
  collection(id: string, options?: CallOptions): Promise<Collection>;
  item(collection: string, id: string, options?: CallOptions): Promise<Item>;
  /** Of one collection, else of all. */
  queryables(collection?: string, options?: CallOptions): Promise<Queryables>;
  sortables(collection?: string, options?: CallOptions): Promise<Queryables>;
};

export function catalog(sender: Sender): Catalog {
  const { page, pages } = featureSearch<Item>(sender, '/search');
  const { get, ask } = callsOf(sender);
  const schema = (name: string, collection: string | undefined, options?: CallOptions) =>
    get(collection === undefined ? pathOf(name) : pathOf('collections', collection, name), readSchema, options);

  async function* items(request: SearchRequest = {}, options?: CallOptions): AsyncGenerator<Item> {
    for await (const { features } of pages({ limit: 500, ...request }, options)) yield* features;
  }

  return {
    search: (request = {}, options) => page(request, options),
    searchPages: (request = {}, options) => pages(request, options),
    items,
    itemStream: (request, options) => streamOf(items(request, options)),
    async count(request = {}, options) {
      return (await page({ ...request, limit: 0 }, options)).numberMatched!;
    },
    async aggregate(body, options) {
      return (await ask('/aggregate', body, readAggregations, options)).aggregations;
    },
    async *collections(options) {
      for (let token: string | null | undefined; token !== null;) {
        const found: CollectionPage = await get(withQuery('/collections', { token }), readCollections, options);
        yield* found.collections;
        token = nextToken(found.links);
      }
    },
    collection: (id, options) => get(pathOf('collections', id), readCollection, options),
    item: (collection, id, options) => get(pathOf('collections', collection, 'items', id), readItem, options),
    queryables: (collection, options) => schema('queryables', collection, options),
    sortables: (collection, options) => schema('sortables', collection, options),
  };
}

type CollectionPage = { readonly collections: readonly Collection[]; readonly links: readonly Link[] };

const readCollections = readObject<CollectionPage>('collections', 'links');
const readAggregations = readObject<{ readonly aggregations: readonly Aggregation[] }>('aggregations');
const readSchema = readObject<Queryables>('properties');
const readCollection = readObject<Collection>('type', 'id', 'links');
const readItem = readObject<Item>('type', 'id', 'links');

/** The service may be known by another address than its own: only the token is taken from the link. */
function nextToken(links: readonly Link[]): string | null {
  const next = links.find(({ rel }) => rel === 'next')?.href;
  return next === undefined ? null : new URL(next).searchParams.get('token');
}
