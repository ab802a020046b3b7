import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Archive, type Page, idsOf, linkOf, makeItem, memberToken, startArchive } from './archive.ts';

const item = (id: string, day: number, texts: object, collection = 'a') =>
  makeItem(id, { collection, properties: { datetime: `2020-01-${10 + day}T00:00:00Z`, ...texts } });

let archive: Archive;
beforeAll(async () => {
  archive = await startArchive([
    item('paris', 9, { title: 'Paris in winter', keywords: ['optical', 'Land cover'] }),
    item('zurich', 8, { title: 'Zürich-West', description: 'Sentinel-2A over the old town' }),
    item('secret', 7, { title: 'Winter of the neighbours', keywords: ['hidden'] }, 'b'),
    item('rome', 6, { title: 'Rome in winter' }),
    item('plain', 5, {}),
  ]);
});
afterAll(() => archive.stop());

const get = (q: string, path = '/search') => archive.get(`${path}?${new URLSearchParams({ q }).toString()}`);
const problemOf = async (q: unknown) => (await archive.post({ q })).json<{ detail?: string }>();

describe('GET and POST /search and GET /collections/{id}/items', () => {
  test.each<[string, readonly string[]]>([
    ['winter', ['paris', 'secret', 'rome']],
    ['zurich,ROME', ['zurich', 'rome']],
    ['land cover', ['paris']],
    ['cover land', []],
    ['winter AND -paris', ['secret', 'rome']],
    ['(paris OR "old town") +winter', ['paris', 'secret', 'rome']],
    ['', ['paris', 'zurich', 'secret', 'rome', 'plain']],
  ])('200: %j finds %j', async (q, expected) => {
    expect(idsOf(await get(q))).toEqual(expected);
    expect(idsOf(await archive.post({ q }))).toEqual(expected);
    const inOne = await get(q, '/collections/a/items');
    expect(idsOf(inOne)).toEqual(expected.filter((id) => id !== 'secret'));
  });

  test('200: a list by POST and a parameter given twice by GET are both any of the terms', async () => {
    expect(idsOf(await archive.post({ q: ['old town', 'rome, in winter'] }))).toEqual(['zurich', 'rome']);
    expect(idsOf(await archive.get('/search?q=zurich&q=rome'))).toEqual(['zurich', 'rome']);
    expect(idsOf(await archive.post({ q: [] }))).toHaveLength(5);
    expect(idsOf(await archive.post({ q: null }))).toHaveLength(5);
  });

  test('200: pages repeat the words, while items come and go', async () => {
    const page = (await archive.get('/search?q=winter&limit=2')).json<Page>();
    const next = new URL(linkOf(page, 'next')!.href);
    expect(next.searchParams.get('q')).toBe('winter');
    await archive.add(item('newer', 20, { title: 'winter' }), item('older', 1, { title: 'winter' }));
    expect(idsOf(await archive.get(next.pathname + next.search))).toEqual(['rome', 'older']);
    const body = linkOf((await archive.post({ q: ['winter'], limit: 1 })).json<Page>(), 'next')!.body;
    expect(body).toMatchObject({ q: ['winter'] });
    expect(idsOf(await archive.post(body))).toEqual(['paris']);
    for (const id of ['newer', 'older']) await archive.swath.service.catalog.deleteItem('a', id, null);
  });

  test('200: limit=0 counts, and fields, filters and orders hold beside it', async () => {
    expect((await archive.get('/search?q=winter&limit=0')).json<Page>().numberMatched).toBe(3);
    expect(idsOf(await archive.post({ q: 'winter', filter: "id <> 'rome'", sortby: '+datetime' }))).toEqual([
      'secret',
      'paris',
    ]);
    const [feature] = (await archive.get('/search?q=rome&fields=id')).json<Page>().features;
    expect(feature).not.toHaveProperty('properties');
  });

  test('200: words of a collection that was not granted are neither found nor counted', async () => {
    const token = await memberToken(archive, ['a']);
    expect(idsOf(await archive.get('/search?q=winter', { token }))).toEqual(['paris', 'rome']);
    expect((await archive.get('/search?q=winter&limit=0', { token })).json<Page>().numberMatched).toBe(2);
    expect((await archive.get('/search?q=hidden&limit=0', { token })).json<Page>().numberMatched).toBe(0);
  });

  test.each<[unknown, string]>([
    ['a AND', "'q' is wrong: a word is missing at position 5"],
    ['(a OR b', "'q' is wrong: a parenthesis without its second one at position 0"],
    ['a) b', "'q' is wrong: a parenthesis without its first one at position 1"],
    ['x "a b', "'q' is wrong: a quotation mark without its second one at position 2"],
    ['!?', "'q' is wrong: a word is missing at position 0"],
    [['fine', 'OR'], "'q[1]' is wrong: a word is missing at position 0"],
    [7, "'q' must be a text or an array of texts"],
    [['a', 7], "'q' must be a text or an array of texts"],
    ['x'.repeat(2_001), "'q' must have at most 2000 characters"],
    ['x '.repeat(101), "'q' must have at most 100 words"],
    ['('.repeat(21) + 'x' + ')'.repeat(21), "'q' is wrong: more than 20 parentheses inside each other at position 20"],
  ])('400: %j', async (q, detail) => {
    expect((await archive.post({ q })).status).toBe(400);
    expect(JSON.stringify(await problemOf(q))).toContain(JSON.stringify(detail).slice(1, -1));
  });
});

const remove = (query: string) =>
  call(archive.url, 'DELETE', `/collections/a/items?${query}`, { token: archive.token });

describe('DELETE /collections/{id}/items', () => {
  test('200: deletes what has the words; 400: words that ask for nothing do not widen it', async () => {
    await archive.add(item('doomed', 3, { title: 'To be deleted' }));
    expect((await remove('q=,')).status).toBe(400);
    expect((await remove('q=,&ids=plain')).status).toBe(400);
    expect((await remove('q=deleted')).status).toBe(200);
    expect(idsOf(await archive.get('/collections/a/items'))).toEqual(['paris', 'zurich', 'rome', 'plain']);
  });
});
