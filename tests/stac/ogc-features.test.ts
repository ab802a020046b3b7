import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Archive, type Document, type Link, type Page, linkOf, startArchive, tenDays } from './archive.ts';

// What the test suite of OGC for OGC API Features 1.0 (ets-ogcapi-features10) asks, in its order and its words for the
// requirements. It finds its way by the OpenAPI 3.0 document alone.

let archive: Archive;
let api: Api;
beforeAll(async () => {
  archive = await startArchive([...tenDays('a'), ...tenDays('b')]);
  api = (await archive.get(pathOf((await descriptionLink())!.href))).json<Api>();
});
afterAll(() => archive.stop());

type Parameter = { readonly name: string; readonly in: string; readonly schema: Readonly<Record<string, unknown>> };
type Api = {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>>;
};

const pathOf = (href: string): string => href.slice(archive.url.length);
const landing = async (): Promise<Document> => (await call(archive.url, 'GET', '/')).json<Document>();
const descriptionLink = async (): Promise<Link | undefined> =>
  (await landing()).links.find(
    ({ rel, type }) => rel === 'service-desc' && type === 'application/vnd.oai.openapi+json;version=3.0',
  );
const collections = async () => (await archive.get('/collections')).json<Page>();
const items = async (query: string) =>
  archive.get(`/collections/a/items?${query}`, { headers: { accept: 'application/geo+json' } });

describe('a page of items', () => {
  test('links itself in every other media type that there is (/req/core/fc-links)', async () => {
    const query = 'limit=2&bbox=-180,-90,180,90&f=json';
    const { links } = (await items(query)).json<Page>();
    const others = links.filter(({ rel }) => rel === 'alternate');
    expect(others.map(({ type }) => type)).toEqual([
      'application/x-ndjson',
      'application/geo+json-seq',
      'text/csv',
      'application/vnd.apache.parquet',
      'application/geopackage+sqlite3',
    ]);
    for (const { href, type } of others) {
      const answer = await archive.get(pathOf(href));
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    }
    const csv = await archive.get(pathOf(others[2]!.href));
    expect(csv.text.trim().split(/\r?\n/)).toHaveLength(1 + 2);
    const next = (await archive.get(pathOf(linkOf({ links }, 'next')!.href))).json<Page>();
    const ofNext = next.links.filter(({ rel }) => rel === 'alternate');
    expect(ofNext.map(({ href }) => href)).toEqual(others.map(({ href }) => href));
  });
});

describe('the API definition', () => {
  test('is OpenAPI 3.0, and the claim says so (/req/core/api-definition-success, /req/oas30)', async () => {
    expect([api.openapi, api.servers]).toEqual(['3.0.3', [{ url: '/' }]]);
    const { conformsTo } = (await archive.get('/conformance')).json<{ conformsTo: readonly string[] }>();
    for (const name of ['core', 'geojson', 'oas30'])
      expect(conformsTo).toContain(`http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`);
  });

  test.each(['/conformance', '/collections', '/collections/a', '/collections/a/items', '/collections/a/items/a1'])(
    'describes %s by one path',
    (path) => {
      const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(path);
      expect(Object.keys(api.paths).filter(fits)).toHaveLength(1);
    },
  );

  test.each([
    ['bbox', { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 }],
    ['limit', { type: 'integer', minimum: 1, maximum: 10_000, default: 10 }],
    ['datetime', { type: 'string' }],
  ])('defines the parameter %s (/req/core/fc-%s-definition)', (name, schema) => {
    const { parameters } = api.paths['/collections/{id}/items']!.get!;
    const defined = parameters.find((each) => each.name === name);
    expect(defined).toMatchObject({ in: 'query', required: false, style: 'form', explode: false });
    expect(defined!.schema).toEqual(schema);
  });
});

describe('the answers', () => {
  test('/collections links itself and the items of each, with types (/req/core/fc-md-links, fc-md-items-links)', async () => {
    const list = await collections();
    expect(linkOf(list, 'self')).toMatchObject({ type: 'application/json' });
    for (const each of list.collections) {
      expect(linkOf(each, 'items')).toMatchObject({ type: 'application/geo+json' });
      expect(each.links.filter(({ rel, type }) => !rel || !type)).toEqual([]);
      const alone = (await archive.get(`/collections/${each.id}`)).json<Document>();
      for (const member of ['id', 'title', 'description', 'extent']) expect(alone[member]).toEqual(each[member]);
    }
  });

  test.each(['', 'limit=1', 'limit=100', 'bbox=-180,-90,180,90', 'bbox=177,65,-177,70', 'bbox=-180,85,180,90'])(
    'items by "%s" have type, links, and counts that hold on all pages (/req/core/fc-response)',
    async (query) => {
      const first = (await items(query)).json<Page & { type: string }>();
      expect(first.type).toBe('FeatureCollection');
      expect(first.numberReturned).toBe(first.features.length);
      for (const rel of ['self', 'collection']) expect(linkOf(first, rel)?.type).toBeDefined();
      let found = first.features.length;
      for (let next = linkOf(first, 'next'); next !== undefined;) {
        // The suite asks for the next page with the largest limit that is told.
        const address = new URL(next.href);
        address.searchParams.set('limit', '10000');
        const page = (await archive.get(pathOf(address.href))).json<Page>();
        found += page.features.length;
        next = linkOf(page, 'next');
      }
      expect(found).toBe(first.numberMatched);
    },
  );

  test.each(['2020-06-12T12:00:00Z', '2020-06-12T00:00:00Z/2020-06-14T00:00:00Z', '../2020-06-12T12:00:00Z'])(
    'items at %s (/req/core/fc-time-response)',
    async (datetime) => expect((await items(`datetime=${datetime}`)).json<Page>().numberMatched).toBeGreaterThan(0),
  );

  test('one item links itself and its collection, with types (/req/core/f-links)', async () => {
    const item = (await archive.get('/collections/a/items/a1')).json<Document>();
    expect(linkOf(item, 'self')).toMatchObject({ type: 'application/geo+json' });
    expect(linkOf(item, 'collection')).toMatchObject({ type: 'application/json' });
  });

  test.each(['limit=unlimited', 'unknownQueryParameter12345=1'])(
    '%s is 400 (/req/core/query-param-invalid, query-param-unknown)',
    async (query) => expect((await items(query)).status).toBe(400),
  );

  test('more than the maximum means the maximum (/req/core/fc-limit-response-1)', async () => {
    expect((await items('limit=10001')).status).toBe(200);
  });
});
