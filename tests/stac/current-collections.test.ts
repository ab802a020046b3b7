import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { itemJson, square } from '../catalog/contract/fixtures.ts';
import { type Archive, type Document, startArchive } from './archive.ts';

let archive: Archive;
beforeAll(async () => void (archive = await startArchive([])));
afterAll(() => archive.stop());

const bare = (id: string, more: object = {}) => ({
  type: 'Collection',
  id,
  description: 'Of its items',
  license: 'other',
  ...more,
});
const send = (method: string, path: string, json: unknown, headers: Record<string, string> = {}) =>
  call(archive.url, method, path, { token: archive.token, json, headers });
const scene = (id: string, cloud: number, more: object = {}) =>
  itemJson(id, {
    collection: undefined,
    geometry: square(cloud, 0),
    properties: { 'eo:cloud_cover': cloud, platform: `satellite-${cloud % 2}`, other: 'no', ...more },
  });
const read = async (id: string) => (await archive.get(`/collections/${id}`)).json<Document>();

test('extent and summaries follow single items, many at once, changes and deletions', async () => {
  const made = await send('POST', '/collections', bare('a'));
  expect([made.status, made.json<Document>()['extent']]).toEqual([
    201,
    { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  ]);
  await send('POST', '/collections/a/items', scene('one', 3));
  expect(await read('a')).toMatchObject({
    extent: { spatial: { bbox: [[3, 0, 4, 1]] } },
    summaries: { 'eo:cloud_cover': [3], platform: ['satellite-1'] },
  });
  expect((await read('a'))['summaries']).not.toHaveProperty('other');
  const features = Array.from({ length: 30 }, (_, i) => scene(`many-${i}`, i));
  await send('POST', '/collections/a/items', { type: 'FeatureCollection', features });
  expect(await read('a')).toMatchObject({
    extent: { spatial: { bbox: [[0, 0, 30, 1]] } },
    summaries: { 'eo:cloud_cover': { minimum: 0, maximum: 29 }, platform: ['satellite-0', 'satellite-1'] },
  });
  await send('PATCH', '/collections/a/items/one', { properties: { 'eo:cloud_cover': 99.5 } });
  expect((await read('a'))['summaries']).toMatchObject({ 'eo:cloud_cover': { minimum: 0, maximum: 99.5 } });
  await call(archive.url, 'DELETE', '/collections/a/items?all=true', { token: archive.token });
  const { extent, summaries } = await read('a');
  expect([extent, summaries]).toEqual([made.json<Document>()['extent'], undefined]);
});

test('what the owner summarises stays and is widened; other members are the owner alone', async () => {
  const own = {
    platform: ['satellite-9'],
    'eo:cloud_cover': { minimum: 10, maximum: 20, note: 'kept' },
    gsd: { type: 'number', maximum: 3 },
    'proj:code': ['EPSG:32632'],
  };
  await send('POST', '/collections', bare('b', { summaries: own }));
  await send('POST', '/collections/b/items', scene('one', 5, { gsd: 7 }));
  expect((await read('b'))['summaries']).toEqual({
    ...own,
    platform: ['satellite-9', 'satellite-1'],
    'eo:cloud_cover': { minimum: 5, maximum: 20, note: 'kept' },
  });
});

test('a tag lasts as long as what is shown, and guards a write', async () => {
  await send('POST', '/collections', bare('c'));
  await send('POST', '/collections/c/items', scene('one', 5));
  const first = await archive.get('/collections/c');
  const etag = first.headers.get('etag')!;
  // Nothing that is shown changes: the same box, the same values.
  await send('POST', '/collections/c/items', scene('two', 5));
  expect((await archive.get('/collections/c', { headers: { 'if-none-match': etag } })).status).toBe(304);
  const titled = { ...first.json<Document>(), title: 'Named' };
  await send('POST', '/collections/c/items', scene('three', 50));
  expect((await send('PUT', '/collections/c', titled, { 'if-match': etag })).status).toBe(412);
  const now = await archive.get('/collections/c');
  const put = await send(
    'PUT',
    '/collections/c',
    { ...now.json<Document>(), title: 'Named' },
    {
      'if-match': now.headers.get('etag')!,
    },
  );
  expect([put.status, put.json<Document>()['title']]).toEqual([200, 'Named']);
  expect(put.json()).toEqual(await read('c'));
  expect(put.headers.get('etag')).toBe((await archive.get('/collections/c')).headers.get('etag'));
  // What was written back as it was shown still follows the items.
  await send('POST', '/collections/c/items', scene('four', 60));
  expect(await read('c')).toMatchObject({
    title: 'Named',
    extent: { spatial: { bbox: [[5, 0, 61, 1]] } },
    summaries: { 'eo:cloud_cover': [5, 50, 60] },
  });
});

test('the list shows the same documents as each path', async () => {
  const { collections } = (await archive.get('/collections')).json<{ readonly collections: readonly Document[] }>();
  for (const collection of collections) expect(collection).toEqual(await read(collection.id));
});

test('patches of the owner and items that come at once lose nothing', async () => {
  await send('POST', '/collections', bare('d'));
  const patches = Array.from({ length: 10 }, (_, i) => send('PATCH', '/collections/d', { [`x:${i}`]: i }));
  const items = Array.from({ length: 10 }, (_, i) => send('POST', '/collections/d/items', scene(`i${i}`, i)));
  const answers = await Promise.all([...patches, ...items]);
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(10).fill(201)]);
  const expected = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`x:${i}`, i]));
  expect(await read('d')).toMatchObject({ ...expected, extent: { spatial: { bbox: [[0, 0, 10, 1]] } } });
});
