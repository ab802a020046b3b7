import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseItem } from '../../server/src/catalog/item.ts';
import { call } from '../support/call.ts';
import {
  type Archive,
  type Document,
  type Link,
  type Page,
  linkOf,
  makeCollection,
  makeItem,
  startArchive,
} from './archive.ts';

const odd = [
  'a/b',
  'a%2Fb',
  'ö ü',
  '?x=1#y',
  'a+b',
  '100%',
  "it's",
  '"quoted"',
  'a;b',
  '雪🛰',
  'x'.repeat(1_024),
  '/'.repeat(1_024),
  '\\',
  ':item',
];
const foreign: Link = { rel: 'derived_from', href: 'https://example.com/source.json' };

let archive: Archive;
let base: string;

beforeAll(async () => {
  archive = await startArchive([
    makeItem('plain', { stac_version: '1.1.0', links: [foreign], properties: { 'eo:cloud_cover': 7 } }),
    ...odd.map((id) => makeItem(id, { collection: id })),
  ]);
  base = archive.swath.service.config.baseUrl;
});
afterAll(() => archive.stop());

const pathOf = (href: string) => href.slice(base.length);

describe('GET /collections/{id}/items/{item}, 200', () => {
  test('is the stored document and the links of this service', async () => {
    const answer = await archive.get('/collections/a/items/plain');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    const { links, ...rest } = answer.json<Document>();
    const { links: _, ...stored } = makeItem('plain', {
      stac_version: '1.1.0',
      properties: { 'eo:cloud_cover': 7 },
    }).document;
    expect(rest).toEqual(stored);
    expect(links).toEqual([
      foreign,
      { rel: 'self', type: 'application/geo+json', href: `${base}/collections/a/items/plain` },
      { rel: 'parent', type: 'application/json', href: `${base}/collections/a` },
      { rel: 'collection', type: 'application/json', href: `${base}/collections/a` },
      { rel: 'root', type: 'application/json', href: `${base}/` },
    ]);
  });

  test('comes back the same when what was read is stored again', async () => {
    const read = (await archive.get('/collections/a/items/plain')).json<Document>();
    expect(parseItem(read).document['links']).toEqual([foreign]);
  });

  test.each(odd.map((id) => [id.slice(0, 30), id]))(
    'by an id as odd as %s, which every link encodes',
    async (_, id) => {
      const found = (await archive.post({ ids: [id] })).json<Page>().features;
      expect(found.map((item) => item.id)).toEqual([id]);
      for (const rel of ['self', 'parent', 'collection']) {
        const { href } = linkOf(found[0]!, rel)!;
        expect((await archive.get(pathOf(href))).json<Document>().id).toBe(id);
      }
      const collection = (await archive.get(pathOf(linkOf(found[0]!, 'parent')!.href))).json<Document>();
      const items = await archive.get(pathOf(linkOf(collection, 'items')!.href));
      expect(items.json<Page>().features.map((item) => item.id)).toEqual([id]);
    },
  );
});

describe('GET /collections/{id}, 200', () => {
  test('is the stored document, what its items tell, and the links of this service', async () => {
    const answer = await archive.get('/collections/a');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { links, ...rest } = answer.json<Document>();
    const { links: _, ...stored } = makeCollection('a').document;
    expect(rest).toEqual({ ...stored, itemType: 'feature', summaries: { 'eo:cloud_cover': [7] } });
    expect(links.map(({ rel, href }) => [rel, pathOf(href)])).toEqual([
      ['self', '/collections/a'],
      ['root', '/'],
      ['parent', '/'],
      ['items', '/collections/a/items'],
      ['child', '/collections/a/browse'],
      ['aggregate', '/collections/a/aggregate'],
      ['aggregate', '/collections/a/aggregate'],
      ['aggregations', '/collections/a/aggregations'],
      ['http://www.opengis.net/def/rel/ogc/1.0/queryables', '/collections/a/queryables'],
      ['http://www.opengis.net/def/rel/ogc/1.0/sortables', '/collections/a/sortables'],
      ['http://www.opengis.net/def/rel/ogc/1.0/schema', '/collections/a/schema'],
    ]);
  });

  test('comes back the same when what was read is stored again', async () => {
    const { type: _, id: __, ...read } = (await archive.get('/collections/a')).json<Document>();
    expect(makeCollection('a', read).document['links']).toEqual([]);
  });
});

describe('404, as if it were not there', () => {
  test.each([
    '/collections/none',
    '/collections/none/items',
    '/collections/none/items/plain',
    '/collections/a/items/none',
    '/collections/none/queryables',
    '/collections/none/sortables',
    '/collections/none/schema',
    '/collections/A',
    '/collections/a/items/PLAIN',
  ])('%s', async (path) => {
    const answer = await archive.get(path);
    const id = answer.headers.get('x-vendor-requestid');
    expect([answer.status, answer.json()]).toEqual([
      404,
      { message: 'Not Found', code: null, type: 'http_error', request_id: id },
    ]);
  });
});

describe('the format of a document', () => {
  const documents = [
    '/collections',
    '/collections/a',
    '/collections/a/items/plain',
    '/collections/a/queryables',
    '/collections/a/sortables',
    '/collections/a/schema',
    '/children',
    '/conformance',
  ];

  test.each(documents)('GET %s with f=json, and with an empty f: 200, the same document', async (path) => {
    const [plain, named, empty] = await Promise.all(['', '?f=json', '?f='].map((query) => archive.get(path + query)));
    expect([named!.status, empty!.status]).toEqual([200, 200]);
    const without = (answer: typeof plain) => ({ ...answer!.json<object>(), links: null });
    expect([without(named), without(empty)]).toEqual([without(plain), without(plain)]);
  });

  test.each(documents)('GET %s with f=html: 400', async (path) => {
    const answer = await archive.get(`${path}?f=html`);
    expect([answer.status, answer.json()['message']]).toEqual([
      400,
      expect.stringMatching(/'f' can be json( or geojson)? alone here/),
    ]);
  });

  test('GET /search and items with an empty f: 200, a page', async () => {
    for (const path of ['/search', '/collections/a/items'])
      expect((await archive.get(`${path}?f=`)).json()).toMatchObject({ type: 'FeatureCollection' });
  });
});

describe('400 for a parameter that the path does not know, by its name', () => {
  test.each([
    '/collections',
    '/collections/a',
    '/collections/a/items',
    '/collections/a/items/plain',
    '/collections/a/queryables',
    '/collections/a/sortables',
    '/collections/a/schema',
    '/children',
  ])('GET %s', async (path) => {
    const answer = await archive.get(`${path}?unknown%20one=1`);
    expect([answer.status, answer.json()]).toEqual([
      400,
      {
        message: "Bad Request: 'unknown one' is not a parameter of this path",
        code: 'invalid_parameters',
        type: 'invalid_request_error',
        request_id: answer.headers.get('x-vendor-requestid'),
      },
    ]);
  });

  test.each(['constructor', '__proto__', 'toString'])('also %s, which every object has', async (name) => {
    for (const path of [
      '/collections?',
      '/collections/a/items?',
      '/collections/a/aggregate?aggregations=total_count&',
    ]) {
      const answer = await archive.get(`${path}${name}=1`);
      expect([path, answer.status, answer.json()['message']]).toEqual([
        path,
        400,
        `Bad Request: '${name}' is not a parameter of this path`,
      ]);
    }
  });

  test('but an API key in the URL is none of the parameters', async () => {
    const { api_key: key } = (
      await call(archive.url, 'POST', '/api-key/api/v2/api-key', { token: archive.token })
    ).json<{ api_key: string }>();
    for (const path of ['/collections', '/collections/a/items/plain', '/collections/a/items'])
      expect((await call(archive.url, 'GET', `${path}?vendor_api_key=${key}`)).status).toBe(200);
  });
});

test('HEAD answers like GET, without a body', async () => {
  for (const path of [
    '/collections',
    '/collections/a',
    '/collections/a/items',
    '/collections/a/items/plain',
    '/search',
    '/queryables',
    '/sortables',
    '/children',
  ]) {
    const [get, head] = [await archive.get(path), await call(archive.url, 'HEAD', path, { token: archive.token })];
    expect([path, head.status, head.text]).toEqual([path, 200, '']);
    for (const name of ['content-type', 'etag', 'vary', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
});
