import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Archive, type Document, makeItem, startArchive } from './archive.ts';

let archive: Archive;
const ids = Array.from({ length: 7 }, (_, i) => `item ${i}/ö`);

beforeAll(async () => {
  archive = await startArchive([
    ...ids.map((id) => makeItem(id, { collection: 'a' })),
    makeItem('b', { collection: 'b' }),
  ]);
});
afterAll(() => archive.stop());

const read = async (href: string) => {
  const { pathname, search } = new URL(href);
  return (await call(archive.url, 'GET', `${pathname}${search}`, { token: archive.token })).json<Document>();
};

/** Everything that `child` and `item` links alone lead to. */
async function reachable(href: string): Promise<readonly string[]> {
  const { links } = await read(href);
  const found: string[] = [];
  for (const { rel, href: next } of links) {
    if (rel === 'item') found.push((await read(next)).id);
    if (rel === 'child') found.push(...(await reachable(next)));
  }
  return found;
}

test('every item is reached from the landing page by child and item links alone', async () => {
  expect((await reachable(`${archive.url}/`)).toSorted()).toEqual(['b', ...ids].toSorted());
});

test('GET /collections/{id}/browse, 200, a page after the other', async () => {
  const page = await read(`${archive.url}/collections/a/browse?limit=3`);
  expect(page).toMatchObject({ type: 'Catalog', stac_version: '1.0.0', title: 'Items as links' });
  expect(page.links.filter(({ rel }) => rel === 'item')).toHaveLength(3);
  expect((await reachable(`${archive.url}/collections/a/browse?limit=3`)).toSorted()).toEqual(ids);
});

const status = async (path: string) => (await call(archive.url, 'GET', path, { token: archive.token })).status;

test('GET /collections/{id}/browse, 404 where there is no such collection, 400 for what it does not know', async () => {
  expect(await status('/collections/none/browse')).toBe(404);
  expect(await status('/collections/a/browse?bbox=1,2,3,4')).toBe(400);
  expect(await status('/collections/a/browse?token=junk')).toBe(400);
});

test('a collection that is sent back as it came keeps one link to browse', async () => {
  const path = '/collections/a';
  const collection = (await call(archive.url, 'GET', path, { token: archive.token })).json<Document>();
  await call(archive.url, 'PUT', path, { token: archive.token, json: collection });
  const again = (await call(archive.url, 'GET', path, { token: archive.token })).json<Document>();
  expect(again).toEqual(collection);
});
