import { isDeepStrictEqual } from 'node:util';
import { type Search, askPage, byGet, byPost, walkPages } from './support-pages.ts';
import type { ItemJson, Json, RealSet } from './support-stac-files.ts';
import { type WriteService, featureCollection, itemPath } from './writes-fixture.ts';

const ownRelations = new Set(['self', 'root', 'parent', 'collection']);
const itemsAtOnce = 500;

/** What each thing that was asked about should have been, and was not. */
export type Problems = string[];

export async function loadSet(swath: WriteService, { collections, items }: RealSet): Promise<void> {
  for (const collection of collections) await create(swath, collection);
  for (const { id } of collections) {
    const own = items.filter(({ collection }) => collection === id);
    for (let i = 0; i < own.length; i += itemsAtOnce) await loadChunk(swath, id, own.slice(i, i + itemsAtOnce));
  }
}

async function create(swath: WriteService, collection: Json): Promise<void> {
  const answer = await swath.send('POST', '/collections', { json: collection });
  if (answer.status !== 201) throw new Error(`${String(collection['id'])} answered ${answer.status}: ${answer.text}`);
}

async function loadChunk(swath: WriteService, home: string, items: readonly ItemJson[]): Promise<void> {
  const answer = await swath.send('POST', `/collections/${encodeURIComponent(home)}/items`, {
    json: featureCollection(items),
  });
  const { created } = answer.json<{ created: number }>();
  if (answer.status !== 201 || created !== items.length)
    throw new Error(`a load into ${home} answered ${answer.status}: ${answer.text.slice(0, 2_000)}`);
}

/** Every item of the set, page by page through its collection: as it was given, but for the service's own links. */
export async function compareSet(swath: WriteService, { collections, items }: RealSet): Promise<Problems> {
  const problems: Problems = [];
  for (const { id } of collections) {
    const given = new Map(items.flatMap((item) => (item.collection === id ? [[item.id, item] as const] : [])));
    const path = `/collections/${encodeURIComponent(id)}/items`;
    const { baseUrl } = swath.service.config;
    const pages = await walkPages(swath.url, baseUrl, byGet({ limit: 300 }, path), { token: swath.token });
    const got = pages.flatMap(({ features }) => features) as unknown as readonly ItemJson[];
    if (got.length !== given.size) problems.push(`${id} has ${got.length} items and not ${given.size}`);
    for (const item of got) problems.push(...differences(item, given.get(item.id), baseUrl));
    for (const item of got) given.delete(item.id);
    problems.push(...[...given.keys()].map((missing) => `${id} lost ${missing}`));
  }
  return problems;
}

function differences(got: ItemJson, given: ItemJson | undefined, baseUrl: string): readonly string[] {
  const name = `${got.collection}/${got.id}`;
  if (given === undefined) return [`${name} came twice or was never given`];
  const own = got.links.filter(({ rel }) => ownRelations.has(String(rel)));
  const self = own.find(({ rel }) => rel === 'self');
  return [
    ...(isDeepStrictEqual(withoutOwnLinks(got), withoutOwnLinks(given)) ? [] : [`${name} came back changed`]),
    ...(own.length === ownRelations.size ? [] : [`${name} has ${own.length} own links`]),
    ...(own.every(({ href }) => String(href).startsWith(baseUrl)) ? [] : [`${name} has an own link to elsewhere`]),
    ...(self?.['href'] === baseUrl + itemPath(got.collection, got.id) ? [] : [`${name} has another item's self`]),
  ];
}

const withoutOwnLinks = (item: ItemJson): Json => ({
  ...item,
  links: item.links.filter(({ rel }) => !ownRelations.has(String(rel))),
});

/** Is the item found by all that it says of itself, one by one and together? */
export async function findItem(swath: WriteService, item: ItemJson): Promise<Problems> {
  const problems: Problems = [];
  const token = { token: swath.token };
  const alone = await swath.send('GET', itemPath(item.collection, item.id));
  if (alone.status !== 200) problems.push(`${item.id} by its path: ${alone.status}`);
  for (const [way, search] of Object.entries(waysTo(item))) {
    const { features } = await askPage(swath.url, search, token);
    const hits = features.filter(({ id, collection }) => id === item.id && collection === item.collection);
    if (hits.length !== 1) problems.push(`${item.id} by ${way}: ${hits.length} times among ${features.length}`);
    if (way === 'everything' && features.length !== 1) problems.push(`${item.id} by everything: not alone`);
  }
  return problems;
}

function waysTo(item: ItemJson): Readonly<Record<string, Search>> {
  const { id, collection, geometry, properties } = item;
  const bbox = flatBox(item.bbox!);
  const datetime = momentOf(properties);
  const within = { collections: [collection], limit: 10_000 };
  const day = `${datetime.slice(0, 10)}T00:00:00Z/${datetime.slice(0, 10)}T23:59:59.999999999Z`;
  return {
    id: byGet({ ids: id }),
    bbox: byGet({ bbox: bbox.join(','), collections: collection, limit: 10_000 }),
    'bbox in a body': byPost({ ...within, bbox }),
    geometry: byPost({ ...within, intersects: geometry }),
    datetime: byGet({ datetime, collections: collection, limit: 10_000 }),
    day: byPost({ ...within, datetime: day }),
    filter: byGet({ filter: `id = '${id}' AND collection = '${collection}'`, limit: 10_000 }),
    everything: byPost({ ids: [id], collections: [collection], bbox, datetime, filter: selfFilter(item) }),
  };
}

/** Its time, or the first moment of it. */
const momentOf = (properties: Json): string => String(properties['datetime'] ?? properties['start_datetime']);

const selfFilter = ({ id, properties }: ItemJson) => ({
  op: 'and',
  args: [
    { op: '=', args: [{ property: 'id' }, id] },
    properties['datetime'] === null
      ? { op: 'isNull', args: [{ property: 'datetime' }] }
      : { op: '=', args: [{ property: 'datetime' }, { timestamp: properties['datetime'] }] },
  ],
});

/** Heights aside. */
const flatBox = (bbox: readonly number[]): readonly number[] =>
  bbox.length === 6 ? [bbox[0]!, bbox[1]!, bbox[3]!, bbox[4]!] : bbox;

/** Every `step`-th item of a set, collection by collection. */
export const thinned = (set: RealSet, step: number): RealSet => ({
  ...set,
  items: set.items.filter((_, i) => i % step === 0),
});
