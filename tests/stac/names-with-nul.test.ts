import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type WriteService,
  collectionJson,
  featureCollection,
  looseItem,
  startWriteService,
} from './writes-fixture.ts';

let swath: WriteService;
let home: string;
beforeAll(async () => {
  swath = await startWriteService();
  home = await swath.collection('plain');
  await swath.send('POST', `/collections/${home}/items`, { json: looseItem('one') });
});
afterAll(() => swath.stop());

const items = '/collections/plain%00/items';

/** Drivers end a text at NUL: the collection `plain` and its item `one` would be meant. */
describe('a name with NUL is nobody’s', () => {
  test.each([
    '/collections/plain%00',
    '/collections/plain%00x',
    items,
    `${items}/one`,
    '/collections/plain/items/one%00zz',
    '/collections/plain%00/queryables',
    '/collections/plain%00/aggregate?aggregations=total_count',
    '/collections/plain/items/one%00/assets/a',
  ])('404: GET %s', async (path) => expect((await swath.send('GET', path)).status).toBe(404));

  test.each([
    ['DELETE', '/collections/plain/items/one%00q', undefined],
    ['DELETE', '/collections/plain%00zz', undefined],
    ['DELETE', `${items}?all=true`, undefined],
    ['PUT', '/collections/plain/items/one%00', looseItem('one')],
    ['PATCH', '/collections/plain/items/one%00', { properties: { changed: true } }],
    ['POST', items, looseItem('two')],
    ['POST', items, featureCollection([looseItem('two')])],
    ['PUT', '/collections/plain%00?upsert=true', collectionJson('plain')],
    ['PATCH', '/collections/plain%00', { title: 'changed' }],
  ])('404: %s %s, and nothing is written', async (method, path, json) => {
    const before = await swath.item('plain', 'one');
    const answer = await swath.send(method, path, json === undefined ? {} : { json });
    expect(answer.status, `answered ${answer.text}`).toBe(404);
    expect(await swath.item('plain', 'one')).toEqual(before);
    const all = await swath.send('GET', '/collections/plain/items');
    expect(all.json<{ features: { id: string }[] }>().features.map(({ id }) => id)).toEqual(['one']);
    expect((await swath.send('GET', '/collections/plain')).text).not.toContain('changed');
  });

  test.each(['plain\0', 'plain\0x', 'plain\ud800'])('400: POST /search in the collection %j', async (id) => {
    const answer = await swath.send('POST', '/search', { json: { collections: [id] } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('is not a collection')]);
  });

  test('the store itself finds, writes and deletes nothing by such a name', async () => {
    const { catalog } = swath.service;
    expect(await catalog.getItem('plain', 'one\0q', 'all')).toBeNull();
    expect(await catalog.getItem('plain\0', 'one', 'all')).toBeNull();
    expect(await catalog.getCollection('plain\0q', 'all')).toBeNull();
    expect(await catalog.deleteItem('plain', 'one\0q', null)).toBe('missing');
    expect(await catalog.deleteCollection('plain\0q', null)).toBe('missing');
    expect(await swath.item('plain', 'one')).not.toBeNull();
  });
});
