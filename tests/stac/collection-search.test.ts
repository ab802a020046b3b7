import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Archive, type Document, type Page, linkOf, memberToken, startArchive } from './archive.ts';

let archive: Archive;

const about = (id: string, bbox: readonly number[], from: string, more: object) => ({
  type: 'Collection',
  stac_version: '1.0.0',
  id,
  description: `All about ${id}`,
  license: 'other',
  links: [],
  extent: { spatial: { bbox: [bbox] }, temporal: { interval: [[from, null]] } },
  ...more,
});

beforeAll(async () => {
  archive = await startArchive([]);
  for (const json of [
    about('alps', [5, 44, 16, 48], '2015-01-01T00:00:00Z', { title: 'Mountains', keywords: ['snow', 'rock'] }),
    about('fiji', [177, -20, -178, -12], '2020-01-01T00:00:00Z', { title: 'Atolls' }),
    about('high', [10, 50, 0, 11, 51, 900], '2010-01-01T00:00:00Z', { title: 'Snow fields' }),
  ])
    await call(archive.url, 'POST', '/collections', { token: archive.token, json });
});
afterAll(() => archive.stop());

async function list(query: Readonly<Record<string, string>>, token = archive.token): Promise<Page> {
  const answer = await archive.get(`/collections?${new URLSearchParams(query).toString()}`, { token });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return answer.json<Page>();
}
const secondOf = (query: object) => list({ limit: '1', page: '2', ...query });
const ids = ({ collections }: Page) => collections.map(({ id }) => id);

describe('GET /collections, 200', () => {
  test.each([
    [{ bbox: '178,-15,-179,-14' }, ['fiji']],
    [{ datetime: '../2016-01-01T00:00:00Z' }, ['alps', 'high']],
    [{ q: 'snow' }, ['alps', 'high']],
    [{ q: 'snow', filter: "title = 'Snow fields'" }, ['high']],
    [{ query: '{"title":{"startsWith":"M"}}' }, ['alps']],
    [{ sortby: '-title' }, ['high', 'alps', 'fiji']],
    [{ orderby: 'id desc' }, ['high', 'fiji', 'alps']],
    [{ sortby: 'datetime', bbox: '0,0,90,90' }, ['high', 'alps']],
  ])('%j', async (query, expected) => {
    const page = await list(query);
    expect([ids(page), page.numberMatched, page.numberReturned]).toEqual([expected, expected.length, expected.length]);
  });

  test('a page after the other, each with its links', async () => {
    const first = await list({ q: 'snow', sortby: '-title', limit: '1' });
    expect([ids(first), first.numberMatched, first.numberReturned]).toEqual([['high'], 2, 1]);
    const { pathname, search } = new URL(linkOf(first, 'next')!.href);
    const second = (await archive.get(pathname + search)).json<Page>();
    expect(ids(second)).toEqual(['alps']);
    expect([linkOf(second, 'next'), linkOf(second, 'prev') === undefined]).toEqual([undefined, false]);
    const types = ['root', 'self', 'parent'].map((rel) => linkOf(second, rel)?.type);
    expect(types).toEqual(Array(3).fill('application/json'));
  });

  test('a page by its number, in any order and beside conditions', async () => {
    const second = await secondOf({});
    expect([ids(second), second.numberMatched, second.numberReturned]).toEqual([['fiji'], 3, 1]);
    const { pathname, search } = new URL(linkOf(second, 'next')!.href);
    expect(ids((await archive.get(pathname + search)).json<Page>())).toEqual(['high']);
    expect(ids(await secondOf({ orderby: 'id desc' }))).toEqual(['fiji']);
    expect(ids(await secondOf({ q: 'snow' }))).toEqual(['high']);
    const both = await archive.get('/collections?sortby=id&orderby=id');
    expect([both.status, both.json<{ message: string }>().message]).toEqual([
      400,
      "Bad Request: 'orderby' is another spelling of 'sortby', which is given too",
    ]);
    const beyond = await secondOf({ page: '9' });
    expect([ids(beyond), linkOf(beyond, 'next')]).toEqual([[], undefined]);
  });

  test.each<Readonly<Record<string, string>>>([
    {},
    { q: 'atolls,mountains,fields' },
    { filter: "license = 'other'" },
    { sortby: '-title' },
    { fields: 'id' },
  ])('a numbered page has both neighbours: %j', async (query) => {
    const all = ids(await list({ ...query, limit: '9' }));
    for (const number of [{ page: '2' }, { offset: '1' }]) {
      const page = await secondOf({ ...query, limit: '1', page: '', ...number });
      expect([ids(page), linkOf(page, 'next') === undefined]).toEqual([[all[1]], false]);
      const { pathname, search } = new URL(linkOf(page, 'prev')!.href);
      const before = (await archive.get(pathname + search)).json<Page>();
      expect([ids(before), linkOf(before, 'prev')]).toEqual([[all[0]], undefined]);
    }
    const none = await list({ ...query, limit: '0', offset: '2' });
    expect([ids(none), none.numberMatched, linkOf(none, 'next'), linkOf(none, 'prev')]).toEqual([
      [],
      3,
      undefined,
      undefined,
    ]);
  });

  test('with the members that are wanted', async () => {
    const { collections } = await list({ fields: 'title,-links', q: 'snow' });
    expect(collections).toEqual([
      { type: 'Collection', stac_version: '1.0.0', id: 'alps', title: 'Mountains' },
      { type: 'Collection', stac_version: '1.0.0', id: 'high', title: 'Snow fields' },
    ]);
    const [without] = (await list({ fields: '-extent,-description' })).collections;
    expect(Object.keys(without!)).toEqual(expect.arrayContaining(['id', 'license', 'links']));
    expect(without).not.toHaveProperty('extent');
  });

  test('limit=0 counts', async () => {
    const page = await list({ q: 'snow', limit: '0' });
    expect([page.collections, page.numberMatched]).toEqual([[], 2]);
  });

  test('of those that are granted, and 304 for who has the answer already', async () => {
    const token = await memberToken(archive, ['high', 'fiji']);
    const page = await list({ q: 'snow' }, token);
    expect([ids(page), page.numberMatched]).toEqual([['high'], 1]);
    const { headers } = await archive.get('/collections?q=snow', { token });
    const again = await archive.get('/collections?q=snow', {
      token,
      headers: { 'if-none-match': headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  test('links what filters can name, which is not what they can name of items', async () => {
    const { href } = linkOf(await list({}), 'http://www.opengis.net/def/rel/ogc/1.0/queryables')!;
    const schema = (await archive.get(new URL(href).pathname)).json<Document>();
    expect(schema).toMatchObject({ $id: href, type: 'object', properties: { title: { type: 'string' } } });
  });
});

test('the classes of collection search are claimed', async () => {
  const { conformsTo } = (await archive.get('/conformance')).json<{ readonly conformsTo: readonly string[] }>();
  const base = 'https://api.stacspec.org/v1.0.0-rc.1/collection-search';
  expect(conformsTo).toEqual(
    expect.arrayContaining([
      base,
      ...['free-text', 'filter', 'query', 'fields'].map((name) => `${base}#${name}`),
      'https://api.stacspec.org/v1.1.0/collection-search#sort',
      'http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/simple-query',
    ]),
  );
});

test('GET /collection-queryables without a credential, 401', async () => {
  expect((await call(archive.url, 'GET', '/collection-queryables')).status).toBe(401);
});
