import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Archive,
  type Document,
  type Page,
  linkOf,
  makeCollection,
  makeItem,
  memberToken,
  startArchive,
} from './archive.ts';

const count = 2_300;
const id = (i: number) => `c-${String(i).padStart(5, '0')}`;
const all = Array.from({ length: count }, (_, i) => id(i));

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([]);
  const { catalog } = archive.swath.service;
  await Promise.all(all.map((each) => catalog.putCollection(makeCollection(each), 'insert', null)));
  await archive.add(...[0, 1_500, 2_299].map((i) => makeItem(`item of ${i}`, { collection: id(i) })));
});
afterAll(() => archive.stop());

async function read<T = Document>(href: string, token = archive.token): Promise<T> {
  const { pathname, search } = new URL(href);
  const answer = await archive.get(`${pathname}${search}`, { token });
  expect(answer.status).toBe(200);
  return answer.json<T>();
}

/** What `child` links lead to, but into no collection that `isEntered` refuses. */
async function reachable(href: string, isEntered: (path: string) => boolean, token?: string) {
  const found: { readonly collections: string[]; readonly items: string[] } = { collections: [], items: [] };
  const waiting = [href];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { links } = await read(next, token);
    for (const { rel, type, href: to } of links) {
      if (rel === 'item') found.items.push((await read(to, token)).id);
      if (rel !== 'child') continue;
      expect(type).toBe('application/json');
      const { pathname } = new URL(to);
      if (/^\/collections\/[^/]+$/.test(pathname)) found.collections.push(decodeURIComponent(pathname.slice(13)));
      if (!pathname.startsWith('/collections/') || isEntered(pathname)) waiting.push(to);
    }
  }
  return found;
}

const hasItems = (path: string) => /c-0(0000|1500|2299)/.test(path);

test('every collection and item is reached from the landing page by links alone, and no page is large', async () => {
  const landing = await read(`${archive.url}/`);
  expect(landing.links.filter(({ rel }) => rel === 'child')).toHaveLength(1_001);
  const { collections, items } = await reachable(`${archive.url}/`, hasItems);
  expect(collections).toEqual(all);
  expect(items.toSorted()).toEqual(['item of 0', 'item of 1500', 'item of 2299']);
});

test('a member reaches what was granted and nothing else', async () => {
  const granted = all.filter((_, i) => i % 2 === 1).slice(0, 1_050);
  const token = await memberToken(archive, [...granted, 'nobody']);
  const { collections } = await reachable(`${archive.url}/`, () => false, token);
  expect(collections).toEqual(granted);
  const page = await read<Page>(`${archive.url}/collections?limit=10`, token);
  expect([page.numberMatched, page.collections.map((each) => each.id)]).toEqual([1_050, granted.slice(0, 10)]);
  const next = await read<Page>(linkOf(page, 'next')!.href, token);
  expect(next.collections.map((each) => each.id)).toEqual(granted.slice(10, 20));
  const back = await read<Page>(linkOf(next, 'prev')!.href, token);
  expect(back.collections.map((each) => each.id)).toEqual(granted.slice(0, 10));
});

test('GET /browse/collections, 200 as a catalogue of links', async () => {
  const page = await read(`${archive.url}/browse/collections?limit=3`);
  expect(page).toMatchObject({ type: 'Catalog', stac_version: '1.0.0', id: 'swath-collections' });
  expect(page.links.filter(({ rel }) => rel === 'child')).toHaveLength(4);
  for (const rel of ['self', 'root', 'parent']) expect(linkOf(page, rel)?.type).toBe('application/json');
});

test('GET /browse/collections, 400 for what it does not know', async () => {
  expect((await archive.get('/browse/collections?bbox=1,2,3,4')).status).toBe(400);
  expect((await archive.get('/browse/collections?token=junk')).status).toBe(400);
});

test('GET /children has all that the landing page links as child, page after page', async () => {
  const found: string[] = [];
  let last: Document | undefined;
  for (let href: string | undefined = `${archive.url}/children?limit=999`; href !== undefined;) {
    const page: Page = await read<Page>(href);
    expect([page.numberMatched, linkOf(page, 'root')?.type]).toEqual([count + 1, 'application/json']);
    expect(page.numberReturned).toBe(page.children.length);
    found.push(...page.children.map((each) => each.id));
    last = page.children.at(-1);
    href = linkOf(page, 'next')?.href;
  }
  expect(found).toEqual([...all, 'swath-collections']);
  const linked = (await read(`${archive.url}/`)).links.findLast(({ rel }) => rel === 'child')!.href;
  expect(last!.links.find(({ rel }) => rel === 'self')?.href).toBe(linked);
  expect((await read(linked)).id).toBe('swath-collections');
});

test('GET /queryables names collections only while they are few', async () => {
  const { properties } = await read<{ readonly properties: Record<string, unknown> }>(`${archive.url}/queryables`);
  expect(properties['collection']).toEqual({ type: 'string' });
  const token = await memberToken(archive, [id(5), id(6), 'nobody']);
  const few = await read<{ readonly properties: Record<string, unknown> }>(`${archive.url}/queryables`, token);
  expect(few.properties['collection']).toEqual({ type: 'string', enum: [id(5), id(6)] });
});

test('a search may name a thousand of them', async () => {
  const answer = await archive.post({ collections: all.slice(1_000, 2_000), limit: 5 });
  expect(answer.json<Page>().features.map((each) => each.id)).toEqual(['item of 1500']);
  const wrong = await archive.post({ collections: [...all.slice(0, 999), 'nobody'] });
  expect([wrong.status, wrong.json<{ message: string }>().message]).toEqual([400, expect.stringContaining("'nobody'")]);
});
