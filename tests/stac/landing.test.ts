import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type Archive, type Document, type Link, linkOf, makeItem, memberToken, startArchive } from './archive.ts';

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([makeItem('1', { collection: 'a' }), makeItem('2', { collection: 'b/ö "x"' })]);
});
afterAll(() => archive.stop());

type Landing = Document & { readonly conformsTo: readonly string[] };

const landing = async (options = {}) => (await call(archive.url, 'GET', '/', options)).json<Landing>();
const children = ({ links }: Document) => links.filter(({ rel }) => rel === 'child').map(({ href }) => href);

describe('GET /, 200', () => {
  test('is a catalogue whose links lead to everything', async () => {
    const { url, token } = archive;
    const page = await landing();
    const at = (rel: string, method?: string) =>
      page.links.find((link) => link.rel === rel && (method === undefined || link.method === method));
    const expected: readonly (Link & { readonly path: string })[] = [
      { rel: 'self', path: '/', type: 'application/json' },
      { rel: 'root', path: '/', type: 'application/json' },
      { rel: 'service-desc', path: '/openapi.json', type: 'application/vnd.oai.openapi+json;version=3.1' },
      { rel: 'service-doc', path: '/docs', type: 'text/html' },
      { rel: 'conformance', path: '/conformance', type: 'application/json' },
      { rel: 'data', path: '/collections', type: 'application/json' },
      { rel: 'search', path: '/search', type: 'application/geo+json', method: 'GET' },
      { rel: 'search', path: '/search', type: 'application/geo+json', method: 'POST' },
      { rel: 'children', path: '/children', type: 'application/json' },
      {
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/queryables',
        path: '/queryables',
        type: 'application/schema+json',
      },
      { rel: 'http://www.opengis.net/def/rel/ogc/1.0/sortables', path: '/sortables', type: 'application/schema+json' },
    ].map((link) => ({ ...link, href: '' }));
    for (const { rel, path, type, method } of expected) {
      const link = at(rel, method);
      expect([rel, new URL(link!.href).pathname, link!.type]).toEqual([rel, path, type]);
      expect(link).toHaveProperty('title', expect.stringMatching(/^[A-Z]/));
      const answer = await call(url, method ?? 'GET', path, { token });
      expect([answer.status, answer.headers.get('content-type')!.split(';')[0]]).toEqual([200, type!.split(';')[0]]);
    }
  });

  test('links collections as children for a caller who may search, and all items lie behind them', async () => {
    const { token, url } = archive;
    const page = await landing({ token });
    const found: string[] = [];
    for (const href of children(page)) {
      const collection = (await call(url, 'GET', new URL(href).pathname, { token })).json<Document>();
      const items = await call(url, 'GET', new URL(linkOf(collection, 'items')!.href).pathname, { token });
      for (const { links } of items.json<{ features: Document[] }>().features) {
        const item = await call(url, 'GET', new URL(linkOf({ links }, 'self')!.href).pathname, { token });
        found.push(item.json<Document>().id);
      }
    }
    expect(found.sort()).toEqual(['1', '2']);
  });

  test('tells of no collection to a caller without a credential, with a bad one, or with one that may not search', async () => {
    const { url, token } = archive;
    const poor = await signIn(url, await createAccount(url, token, { permissions: [] }));
    for (const options of [{}, { token: 'garbage' }, { key: 'garbage' }, { token: poor.access_token }])
      expect(children(await landing(options))).toEqual([]);
    expect(children(await landing({ token }))).toHaveLength(2);
  });

  test('tells a member of its own collections alone', async () => {
    const token = await memberToken(archive, ['a', 'nothing']);
    expect(children(await landing({ token })).map((href) => new URL(href).pathname)).toEqual(['/collections/a']);
  });

  test('is never taken for the answer to another caller', async () => {
    for (const token of [undefined, archive.token]) {
      const { headers } = await call(archive.url, 'GET', '/', token === undefined ? {} : { token });
      expect(headers.get('cache-control')).toBe('private, no-cache');
      for (const name of ['Accept', 'authorization', 'vendor-api-key', 'maxar-api-key'])
        expect(headers.get('vary')!.toLowerCase().split(', ')).toContain(name.toLowerCase());
    }
  });
});

describe('conformance', () => {
  test('GET /conformance, 200, says what the landing page says, each class once', async () => {
    const { conformsTo } = (await call(archive.url, 'GET', '/conformance')).json<Landing>();
    expect(conformsTo).toEqual((await landing()).conformsTo);
    expect(new Set(conformsTo).size).toBe(conformsTo.length);
  });

  test('all of CQL2, and both versions of sort', async () => {
    const { conformsTo } = await landing();
    expect(conformsTo.filter((uri) => uri.startsWith('http://www.opengis.net/spec/cql2/1.0/conf/'))).toHaveLength(14);
    for (const version of ['1.0.0', '1.1.0'])
      for (const part of ['item-search', 'ogcapi-features'])
        expect(conformsTo).toContain(`https://api.stacspec.org/v${version}/${part}#sort`);
  });

  test('GET /conformance, 400 for a parameter that it does not know', async () => {
    const answer = await call(archive.url, 'GET', '/conformance?nonsense=1');
    expect([answer.status, answer.json()['message']]).toEqual([
      400,
      "Bad Request: 'nonsense' is not a parameter of this path",
    ]);
  });
});

test('every mount links to the root', async () => {
  for (const path of ['/api/v1/', '/discovery/v1/', '/discovery/v1'])
    expect(linkOf((await call(archive.url, 'GET', path)).json<Document>(), 'search')!.href).toMatch(/:\d+\/search$/);
});
