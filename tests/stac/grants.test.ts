import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, createAccount, createKey, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type Archive, type Page, idsOf, linkOf, makeItem, memberToken, startArchive } from './archive.ts';

let archive: Archive;
let token: string;

beforeAll(async () => {
  archive = await startArchive([
    makeItem('open', { collection: 'granted', properties: { shared: 'open', own: 1 } }),
    makeItem('both', { collection: 'granted' }),
    makeItem('secret', { collection: 'hidden', properties: { shared: 'secret', 'secret:name': 2 } }),
    makeItem('both', { collection: 'hidden' }),
  ]);
  token = await memberToken(archive, ['granted', 'not there']);
});
afterAll(() => archive.stop());

const get = (path: string) => archive.get(path, { token });

describe('an organization that was granted one collection', () => {
  test('finds and counts its items alone', async () => {
    expect(idsOf(await get('/search'))).toEqual(['both', 'open']);
    expect(idsOf(await archive.post({ ids: ['both', 'secret'] }, { token }))).toEqual(['both']);
    expect((await get('/search?limit=0')).json()).toMatchObject({ numberMatched: 2 });
    expect((await archive.get('/search?limit=0')).json()).toMatchObject({ numberMatched: 4 });
    expect(idsOf(await get("/search?filter=collection = 'hidden'"))).toEqual([]);
    expect(idsOf(await get('/collections/granted/items'))).toEqual(['both', 'open']);
  });

  test('sees its collection alone', async () => {
    for (const member of ['collections', 'children'] as const) {
      const page = (await get(`/${member}`)).json<Page>();
      expect([page[member].map(({ id }) => id), page.numberMatched]).toEqual([['granted'], 1]);
    }
    expect((await get('/collections/granted')).status).toBe(200);
    expect((await get('/collections/granted/items/open')).status).toBe(200);
  });

  test.each(['', '/items', '/items/secret', '/items/both', '/queryables', '/sortables', '/schema'])(
    '404 for the hidden one as for one that does not exist: /collections/{id}%s',
    async (path) => {
      const [hidden, none] = [await get(`/collections/hidden${path}`), await get(`/collections/none${path}`)];
      const { request_id: _, ...body } = hidden.json();
      const { request_id: __, ...other } = none.json();
      expect([hidden.status, body]).toEqual([404, other]);
      expect([...hidden.headers.keys()]).toEqual([...none.headers.keys()]);
    },
  );

  test('400 that names it, hidden and unknown alike', async () => {
    for (const id of ['hidden', 'none', 'not there']) {
      const message = `Bad Request: 'collections' names '${id}', which is not a collection`;
      for (const answer of [
        await get(`/search?collections=${id}`),
        await get(`/search?collections=granted,${id}`),
        await archive.post({ collections: [id] }, { token }),
      ])
        expect([answer.status, answer.json()['message']]).toEqual([400, message]);
    }
  });

  test('learns of no property, value or name of another collection', async () => {
    for (const path of ['/queryables', '/sortables', '/collections/granted/queryables']) {
      const { text } = await get(path);
      expect(text).toContain('shared');
      expect(text).not.toMatch(/secret|hidden/);
      expect((await archive.get('/queryables')).text).toMatch(/secret:name/);
    }
  });

  test('a page token of a caller who sees more opens nothing', async () => {
    const link = linkOf((await archive.get('/search?limit=1')).json<Page>(), 'next')!;
    const { search } = new URL(link.href);
    expect(idsOf(await get(`/search${search}`))).not.toContain('secret');
  });
});

test('an API key keeps the grants of the time when it was made', async () => {
  const account = await createAccount(archive.url, archive.token);
  await changeAccount(archive.url, archive.token, account.id, { collections: ['granted'] });
  const { access_token: bearer } = await signIn(archive.url, account);
  const { api_key: key } = await createKey(archive.url, bearer);
  await changeAccount(archive.url, archive.token, account.id, { collections: ['hidden'] });
  const count = async (options: object) => idsOf(await call(archive.url, 'GET', '/search', options)).length;
  expect(idsOf(await call(archive.url, 'GET', '/search', { key }))).toEqual(['both', 'open']);
  expect(idsOf(await call(archive.url, 'GET', '/search', { token: bearer }))).toEqual(['both', 'secret']);
  expect(await count({ key })).toBe(2);
});

test('an organization without a grant finds nothing, and no error', async () => {
  const none = await memberToken(archive, []);
  expect((await archive.get('/search', { token: none })).json()).toMatchObject({ features: [], numberMatched: 0 });
  expect((await archive.get('/collections', { token: none })).json()).toMatchObject({
    collections: [],
    numberMatched: 0,
  });
  expect((await archive.get('/queryables', { token: none })).status).toBe(200);
});

test('403 for an account that may not search, 401 for nobody', async () => {
  const poor = await signIn(archive.url, await createAccount(archive.url, archive.token, { permissions: [] }));
  for (const path of [
    '/search',
    '/collections',
    '/collections/granted',
    '/collections/granted/items',
    '/collections/granted/items/open',
    '/queryables',
    '/sortables',
    '/children',
  ]) {
    expect((await archive.get(path, { token: poor.access_token })).status).toBe(403);
    expect((await call(archive.url, 'GET', path)).status).toBe(401);
  }
});
