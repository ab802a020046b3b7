import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Page, askPage, byGet, byPost } from './support-pages.ts';
import {
  type ItemJson,
  type Json,
  hasStacFiles,
  readJson,
  realSets,
  stacSchemas,
  whyNoStacFiles,
} from './support-stac-files.ts';
import { itemCollectionProblems, linkProblems, readSchema, stacProblems } from './support-stac-schemas.ts';
import { type WriteService, collectionJson, featureCollection, itemPath, startWriteService } from './writes-fixture.ts';

type Listed = Json & { readonly links: readonly Json[]; readonly collections: Json[]; readonly children: Json[] };

const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [[[west, 0], [west + 1, 0], [west + 1, 1], [west, 1], [west, 0]]], // prettier-ignore
});
const plain = {
  type: 'Feature',
  geometry: square(10),
  bbox: [10, 0, 11, 1],
  properties: { datetime: '2024-05-01T10:00:00Z' },
  assets: { image: { href: 'https://data.example/image.tif', roles: ['data'] } },
  links: [{ rel: 'license', href: 'https://licence.example/', title: 'Licence' }],
};
const crossing = { type: 'MultiPolygon', coordinates: [square(179).coordinates, square(-180).coordinates] };
const interval = { datetime: null, start_datetime: '2024-01-01T00:00:00Z', end_datetime: '2024-02-01T00:00:00Z' };

/** Valid items that are not like the others. */
const oddItems = [
  { ...plain, id: 'plain' },
  { ...plain, id: 'Zürich 🛰, ä/b?c#d%' },
  { ...plain, id: 'no-place', geometry: null, bbox: undefined },
  { ...plain, id: 'interval', properties: interval },
  { ...plain, id: 'crossing', geometry: crossing, bbox: [179, 0, -179, 1] },
  { ...plain, id: 'high', bbox: [10, 0, -5.5, 11, 1, 300] },
  { ...plain, id: 'empty', assets: {}, links: [] },
  { ...plain, id: 'nested', properties: { ...plain.properties, a: { b: [1, { c: null }] }, 'x:y': true } },
];

const versions = ['1.0.0', '1.1.0'];
let swath: WriteService;
beforeAll(async () => {
  if (!hasStacFiles) return;
  swath = await startWriteService();
  for (const version of versions) await loadOdd(version);
  for (const { name, collections, items } of realSets())
    if (name !== 'an older version') await load(released(collections[0]!), items.slice(0, 200).map(released));
});
afterAll(() => swath?.stop());

const oddHome = (version: string) => `odd ${version}`;
const loadOdd = (version: string) =>
  load(
    collectionJson(oddHome(version), { stac_version: version, keywords: ['odd'] }),
    oddItems.map((item) => ({ ...item, stac_version: version })),
  );

/** The examples are of a version that never came out. */
const released = <T extends Json>(document: T): T => ({
  ...document,
  stac_version: String(document['stac_version']).replace('1.1.0-beta.1', '1.1.0'),
});

async function load(collection: Json, items: readonly Json[]): Promise<void> {
  const { id } = collection as { id: string };
  const made = await swath.send('POST', '/collections', { json: collection });
  expect([made.status, stacProblems(made.json())]).toEqual([201, []]);
  const own = items.filter((item) => item['collection'] === undefined || item['collection'] === id);
  const path = `/collections/${encodeURIComponent(id)}/items`;
  const report = await swath.send('POST', path, { json: featureCollection(own) });
  expect(report.json()).toMatchObject({ created: own.length, failed: 0 });
}

const credential = () => ({ token: swath.token });
const get = async <T = Json>(path: string): Promise<T> => {
  const answer = await swath.send('GET', path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.json<T>();
};
const search = (members: Json) => askPage(swath.url, byPost(members), credential());

describe.skipIf(!hasStacFiles)(`answers by the schemas of STAC${whyNoStacFiles}`, () => {
  test('the schemas are all there, and refuse what they should', () => {
    expect(stacSchemas().size).toBeGreaterThanOrEqual(21);
    const item = { ...plain, id: 'a', stac_version: '1.0.0' };
    expect(stacProblems(item)).toEqual([]);
    expect(stacProblems({ ...item, bbox: undefined })).not.toEqual([]);
    expect(stacProblems({ ...item, stac_version: '1.1.0', properties: {} })).not.toEqual([]);
    expect(stacProblems({ ...item, properties: { datetime: 'yesterday' } })).not.toEqual([]);
    expect(linkProblems([{ rel: 'self' }])).not.toEqual([]);
  });

  test.each(['/', '/api/v1', '/discovery/v1'])('the landing page at %s is a catalog', async (path) => {
    const anonymous = await fetch(swath.url + path);
    expect(stacProblems(await anonymous.json())).toEqual([]);
    const known = await get<Listed>(path);
    expect(stacProblems(known)).toEqual([]);
    expect(known.links.filter(({ rel }) => rel === 'child').length).toBeGreaterThan(5);
  });

  test('every collection, alone, in the list and among the children', async () => {
    const { collections, links, numberReturned } = await get<Listed>('/collections?limit=1000');
    expect(collections).toHaveLength(Number(numberReturned));
    expect(new Set(collections.map((each) => each['stac_version']))).toEqual(new Set(versions));
    expect([...collections.flatMap(stacProblems), ...linkProblems(links)]).toEqual([]);
    const { children, links: childrenLinks } = await get<Listed>('/children?limit=1000');
    expect([...children.flatMap(stacProblems), ...linkProblems(childrenLinks)]).toEqual([]);
    expect(children).toEqual(collections);
    for (const collection of collections) {
      const alone = await get(`/collections/${encodeURIComponent(String(collection['id']))}`);
      expect(alone).toEqual(collection);
    }
  });

  test.each(versions)('every kind of item of version %s, alone', async (version) => {
    for (const { id } of oddItems) {
      const item = await get(itemPath(oddHome(version), id));
      expect([item['stac_version'], item['id'], stacProblems(item)]).toEqual([version, id, []]);
    }
  });

  test('every item of every collection, as a list', async () => {
    const { collections } = await get<Listed>('/collections?limit=1000');
    for (const { id } of collections) {
      const page = await get(`/collections/${encodeURIComponent(String(id))}/items?limit=1000`);
      expect([id, itemCollectionProblems(page)]).toEqual([id, []]);
    }
  });

  test('every page of a search, by GET and by POST', async () => {
    const pages: Page[] = [
      await askPage(swath.url, byGet({ limit: 1_000 }), credential()),
      await askPage(
        swath.url,
        byGet({ limit: 2, bbox: '170,-10,-170,10', datetime: '2024-01-01T00:00:00Z/..' }),
        credential(),
      ),
      await search({ limit: 1_000, sortby: [{ field: 'id', direction: 'asc' }] }),
      await search({ limit: 0 }),
      await search({ ids: ['nothing of this name'] }),
      await search({
        limit: 3,
        filter: { op: 'isNull', args: [{ property: 'datetime' }] },
        'filter-lang': 'cql2-json',
      }),
    ];
    expect(pages.map(({ features }) => features.length).slice(1)).toEqual([2, expect.any(Number), 0, 0, 3]);
    expect(pages.flatMap(itemCollectionProblems)).toEqual([]);
  });

  test('what POST, PUT and PATCH of an item answer, and what a bare feature becomes', async () => {
    const home = await swath.collection();
    const path = `/collections/${home}/items`;
    const item = { ...plain, id: 'written', stac_version: '1.1.0' };
    const posted = await swath.send('POST', path, { json: item });
    const put = await swath.send('PUT', itemPath(home, 'written'), { json: { ...item, links: [] } });
    const patched = await swath.send('PATCH', itemPath(home, 'written'), { json: { properties: { gsd: 0.5 } } });
    const { type, geometry, bbox, properties } = plain;
    const bare = await swath.send('POST', path, { json: { type, id: 'bare', geometry, bbox, properties } });
    expect([posted.status, put.status, patched.status, bare.status]).toEqual([201, 200, 200, 201]);
    expect([posted, put, patched, bare].flatMap((answer) => stacProblems(answer.json()))).toEqual([]);
  });
});

describe.skipIf(!hasStacFiles)(`queryables and sortables as JSON Schema${whyNoStacFiles}`, () => {
  test.each(['queryables', 'sortables'])('%s name a dialect, obey it, and accept every item', async (name) => {
    const { collections } = await get<Listed>('/collections?limit=1000');
    const paths = collections.map(({ id }) => `/collections/${encodeURIComponent(String(id))}`);
    for (const path of ['', ...paths]) {
      const schema = await get(`${path}/${name}`);
      expect(schema['$id']).toBe(`${swath.service.config.baseUrl}${path}/${name}`);
      const problems = readSchema(schema);
      const page = await get<{ features: ItemJson[] }>(`${path === '' ? '/search' : `${path}/items`}?limit=1000`);
      expect([path, page.features.flatMap((item) => problems(filterable(item)))]).toEqual([path, []]);
    }
  });

  test('they are typed, with ranges and values, so that their yes means something', async () => {
    const problems = readSchema(await get('/collections/naip/queryables'));
    const { features } = await get<{ features: ItemJson[] }>('/collections/naip/items?limit=1');
    const good = filterable(features[0]!);
    expect(problems(good)).toEqual([]);
    expect(problems({ ...good, gsd: 'coarse' })).not.toEqual([]);
    expect(problems({ ...good, gsd: 1e6 })).not.toEqual([]);
    expect(problems({ ...good, 'naip:state': 'nowhere' })).not.toEqual([]);
    expect(problems({ ...good, collection: 'another' })).not.toEqual([]);
    expect(problems({ ...good, geometry: { type: 'Blob' } })).not.toEqual([]);
  });
});

/** What a filter sees of an item: nulls are not there. */
const filterable = ({ id, collection, geometry, properties }: ItemJson): Json =>
  Object.fromEntries(Object.entries({ ...properties, id, collection, geometry }).filter(([, value]) => value !== null));

test.skipIf(!hasStacFiles)(`the examples' catalog is no stranger to the schemas${whyNoStacFiles}`, () => {
  expect(stacProblems(released(readJson('examples/catalog.json')))).toEqual([]);
});
