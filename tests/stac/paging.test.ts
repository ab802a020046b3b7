import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../support/accounts.ts';
import { type Answer, call } from '../support/call.ts';
import { startVariant } from '../support/start-variant.ts';
import { type Archive, type Link, type Page, linkOf, makeItem, putCollections, startArchive } from './archive.ts';

let archive: Archive;
let fresh = 0;
let home: string;

beforeAll(async () => {
  archive = await startArchive([]);
});
afterAll(() => archive.stop());

/** Each test pages through a collection of its own. */
beforeEach(async () => {
  home = `c${++fresh}`;
  await putCollections(archive.swath.service.catalog, home);
  await archive.add(...Array.from({ length: 7 }, (_, i) => item(`i${i}`, 10 + i)));
});

const item = (id: string, day: number) =>
  makeItem(id, { collection: home, properties: { datetime: `2020-01-${day}T00:00:00Z`, half: day % 2 } });

const longItem = (id: string, about: string) =>
  makeItem(id, { collection: home, properties: { datetime: '2019-01-01T00:00:00Z', half: 0, about } });

/** As a client does: what the link says, and nothing else. */
async function follow({ href, method = 'GET', body }: Link): Promise<Page> {
  const { pathname, search } = new URL(href);
  const json = body === undefined ? {} : { json: body };
  return (await call(archive.url, method, pathname + search, { token: archive.token, ...json })).json<Page>();
}

const ids = (page: Page) => page.features.map(({ id }) => id);
const page = (answer: Answer) => answer.json<Page>();

/** The ids of every page that a relation leads to, from this one on. */
async function walk(
  start: Page,
  rel: 'next' | 'prev',
  meanwhile = async () => {},
): Promise<readonly (readonly string[])[]> {
  const pages = [ids(start)];
  for (let link = linkOf(start, rel); link !== undefined;) {
    await meanwhile();
    const next = await follow(link);
    pages.push(ids(next));
    link = linkOf(next, rel);
  }
  return pages;
}

const starts: readonly [string, () => Promise<Page>][] = [
  ['GET /search', async () => page(await archive.get(`/search?collections=${home}&limit=3`))],
  ['POST /search', async () => page(await archive.post({ collections: [home], limit: 3 }))],
  ['GET /collections/{id}/items', async () => page(await archive.get(`/collections/${home}/items?limit=3`))],
];
const forward = [['i6', 'i5', 'i4'], ['i3', 'i2', 'i1'], ['i0']];

describe.each(starts)('%s', (_, start) => {
  test('next leads to the end, prev back to the start', async () => {
    const first = await start();
    expect(await walk(first, 'next')).toEqual(forward);
    expect(linkOf(first, 'prev')).toBeUndefined();
    let last = first;
    for (let link = linkOf(last, 'next'); link !== undefined; link = linkOf(last, 'next')) last = await follow(link);
    expect(await walk(last, 'prev')).toEqual([['i0'], ['i3', 'i2', 'i1'], ['i6', 'i5', 'i4']]);
  });

  test('nothing is lost or seen twice while items arrive', async () => {
    let arriving = 0;
    const seen = (
      await walk(await start(), 'next', async () => archive.add(item(`new${arriving}`, 20 + arriving++)))
    ).flat();
    expect(seen).toEqual(forward.flat());
    expect(arriving).toBe(2);
    const again = await start();
    expect(ids(again)).toEqual(['new1', 'new0', 'i6']);
  });

  test('self is the request itself', async () => {
    const first = await start();
    const self = linkOf(first, 'self')!;
    expect(ids(await follow(self))).toEqual(ids(first));
  });
});

describe('links', () => {
  test('by GET carry every parameter, and no key', async () => {
    const { api_key: key } = await createKey(archive.url, archive.token);
    const filter = "half = 0 AND id <> 'a&b=c+d %'";
    const query = new URLSearchParams({
      collections: home,
      limit: '2',
      filter,
      fields: 'id,properties.half',
      sortby: '+datetime',
    });
    const answer = await call(archive.url, 'GET', `/search?${query}&vendor_api_key=${key}`);
    expect(answer.text).not.toContain(key);
    const { searchParams, origin, pathname } = new URL(linkOf(page(answer), 'next')!.href);
    expect(origin + pathname).toBe(`${archive.swath.service.config.baseUrl}/search`);
    const { token, ...given } = Object.fromEntries(searchParams);
    expect(given).toEqual(Object.fromEntries(query));
    expect(token).toMatch(/^[\w-]+$/);
  });

  test('by GET are a POST that says the same where the address would be too long to be sent', async () => {
    const long = 'x'.repeat(20_000);
    await archive.add(...['l1', 'l2', 'l3'].map((id) => longItem(id, long)));
    const filter = encodeURIComponent("about LIKE 'x%'");
    for (const path of [`/search?collections=${home}&`, `/collections/${home}/items?`]) {
      const first = page(await archive.get(`${path}limit=1&sortby=about,-id&filter=${filter}&fields=id,about`));
      expect(linkOf(first, 'next')).toMatchObject({ method: 'POST', merge: false });
      expect(await walk(first, 'next')).toEqual([['l3'], ['l2'], ['l1']]);
      const second = await follow(linkOf(first, 'next')!);
      expect(ids(await follow(linkOf(second, 'prev')!))).toEqual(['l3']);
    }
    const text = encodeURIComponent(`half = 1 OR half <> 1 OR id = '${'x'.repeat(13_800)}'`);
    const narrow = page(await archive.get(`/collections/${home}/items?limit=7&filter=${text}`));
    expect((await walk(narrow, 'next')).flat()).toHaveLength(10);
  });

  test('by POST carry method, the whole body and merge: false', async () => {
    const body = {
      collections: [home],
      limit: 2,
      filter: { op: '=', args: [{ property: 'half' }, 0] },
      fields: { include: ['id'] },
    };
    const first = page(await archive.post(body));
    const next = linkOf(first, 'next')!;
    expect(next).toEqual({
      rel: 'next',
      type: 'application/geo+json',
      href: `${archive.swath.service.config.baseUrl}/search`,
      method: 'POST',
      body: { ...body, token: expect.any(String) as string },
      merge: false,
    });
    expect(linkOf(await follow(next), 'prev')).toMatchObject({ method: 'POST', body, merge: false });
  });

  test('by offset, as clients of OGC APIs count: none is lost, none comes twice', async () => {
    const expected = ids(page(await archive.get(`/search?collections=${home}&limit=100`)));
    for (const path of [`/search?collections=${home}&`, `/collections/${home}/items?f=json&`]) {
      const found: string[] = [];
      for (let offset = 0; offset < expected.length; offset += 3)
        found.push(...ids(page(await archive.get(`${path}limit=3&offset=${offset}`))));
      expect(found).toEqual(expected);
      const links = page(await archive.get(`${path}limit=3&offset=2`));
      expect(linkOf(links, 'next')!.href).not.toContain('offset=');
      expect(ids(await follow(linkOf(links, 'next')!))).toEqual(expected.slice(5, 8));
    }
  });

  test('keep the format that was asked for, which goes before what the caller accepts', async () => {
    const headers = { accept: 'text/csv' };
    const json = { collections: [home], limit: 3 };
    for (const ask of [
      () => archive.get(`/search?collections=${home}&limit=3&f=geojson`, { headers }),
      () => call(archive.url, 'POST', '/search?f=geojson', { token: archive.token, headers, json }),
      () => archive.post({ ...json, f: 'geojson' }, { headers }),
    ]) {
      const first = page(await ask());
      for (const rel of ['self', 'next']) {
        const { href, method = 'GET', body } = linkOf(first, rel)!;
        const { pathname, search } = new URL(href);
        const options = { token: archive.token, headers, ...(body === undefined ? {} : { json: body }) };
        const there = await call(archive.url, method, pathname + search, options);
        expect(there.headers.get('content-type')).toMatch(/^application\/geo\+json/);
        expect(ids(page(there))).toEqual(rel === 'self' ? ids(first) : ['i3', 'i2', 'i1']);
      }
    }
  });

  test('a numbered page gives way to a token', async () => {
    const second = page(await archive.get(`/search?collections=${home}&limit=3&page=2`));
    expect(ids(second)).toEqual(['i3', 'i2', 'i1']);
    for (const rel of ['next', 'prev']) expect(linkOf(second, rel)!.href).not.toContain('page=');
    expect(ids(await follow(linkOf(second, 'prev')!))).toEqual(['i6', 'i5', 'i4']);
    const posted = page(await archive.post({ collections: [home], limit: 3, page: 2 }));
    expect(linkOf(posted, 'next')!.body).not.toHaveProperty('page');
    expect(ids(await follow(linkOf(posted, 'next')!))).toEqual(['i0']);
  });

  test('past the end there is nothing, and no next', async () => {
    const beyond = page(await archive.get(`/search?collections=${home}&page=9`));
    expect([ids(beyond), linkOf(beyond, 'next')]).toEqual([[], undefined]);
  });
});

describe('tokens', () => {
  test.each(['garbage', 'AAAA', '%00', 'x'.repeat(5_000)])('400 for %s', async (token) => {
    for (const path of ['/search', '/collections', '/children', `/collections/c1/items`]) {
      const answer = await archive.get(`${path}?token=${token}`);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.json()['message']).toMatch(/^Bad Request: 'token' /);
    }
  });

  test('400 in a search with another order', async () => {
    const next = new URL(linkOf(page(await archive.get(`/search?collections=${home}&limit=1`)), 'next')!.href);
    const answer = await archive.get(`/search?collections=${home}&sortby=id&token=${next.searchParams.get('token')}`);
    expect([answer.status, answer.json()['message']]).toEqual([
      400,
      "Bad Request: 'token' belongs to a search with another order",
    ]);
  });
});

describe.each(['collections', 'children'] as const)('GET /%s', (member) => {
  test('has pages, with next and prev, by id', async () => {
    const all = page(await archive.get(`/${member}`))[member].map(({ id }) => id);
    expect(all).toEqual([...all].sort());
    const seen: string[] = [];
    let current = page(await archive.get(`/${member}?limit=2`));
    const back: string[][] = [];
    for (;;) {
      seen.push(...current[member].map(({ id }) => id));
      const next = linkOf(current, 'next');
      if (next === undefined) break;
      current = await follow(next);
    }
    expect(seen).toEqual(all);
    for (let prev = linkOf(current, 'prev'); prev !== undefined; prev = linkOf(current, 'prev')) {
      current = await follow(prev);
      back.unshift(current[member].map(({ id }) => id));
    }
    expect(back.flat()).toEqual(all.slice(0, back.flat().length));
    expect(all.length - back.flat().length).toBeLessThanOrEqual(2);
  });

  test('each has its own links', async () => {
    const { links, ...rest } = page(await archive.get(`/${member}`));
    const own = member === 'collections' ? ['parent', 'http://www.opengis.net/def/rel/ogc/1.0/queryables'] : [];
    expect(links.map(({ rel }) => rel)).toEqual(['self', 'root', ...own]);
    for (const document of rest[member])
      expect(document).toEqual((await archive.get(`/collections/${document.id}`)).json());
  });
});

test('numberMatched is left out where the store has only a bound', async () => {
  const { service } = archive.swath;
  for (const matched of [null, { atLeast: 5_000, isExact: false }]) {
    const showItems: typeof service.catalog.showItems = async (...args) => ({
      ...(await service.catalog.showItems(...args)),
      matched,
    });
    const variant = await startVariant(service, { catalog: { ...service.catalog, showItems } });
    const answer = page(await call(variant.url, 'GET', `/search?collections=${home}`, { token: archive.token }));
    expect(answer).not.toHaveProperty('numberMatched');
    expect(answer.numberReturned).toBe(7);
    await variant.stop();
  }
});
