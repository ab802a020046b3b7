import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { startVariant } from '../support/start-variant.ts';
import { type Archive, makeItem, memberToken, startArchive, tenDays } from './archive.ts';

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([...tenDays('a'), ...tenDays('b')]);
});
afterAll(() => archive.stop());

const documents = ['/collections/a', '/collections/a/items/a1'];
const lists = [
  '/collections',
  '/collections?limit=1',
  '/children',
  '/collections/a/items',
  '/search',
  '/search?limit=3&collections=a&sortby=day',
  '/queryables',
  '/collections/a/queryables',
  '/sortables',
];
const tagOf = async (path: string, token = archive.token) =>
  (await call(archive.url, 'GET', path, { token })).headers.get('etag')!;
const again = (path: string, tag: string, token = archive.token) =>
  call(archive.url, 'GET', path, { token, headers: { 'if-none-match': tag } });

describe('412', () => {
  test.each(documents)('GET %s for a caller who wants another version than the one that is there', async (path) => {
    const tag = await tagOf(path);
    const wanting = async (headers: Readonly<Record<string, string>>) =>
      (await call(archive.url, 'GET', path, { token: archive.token, headers })).status;
    expect(await wanting({ 'if-match': '"other"' })).toBe(412);
    expect(await wanting({ 'if-match': `W/${tag}` })).toBe(412);
    expect(await wanting({ 'if-match': '"other"', 'if-none-match': tag })).toBe(412);
    for (const given of [tag, `"other", ${tag}`, '*']) expect(await wanting({ 'if-match': given })).toBe(200);
    expect(await wanting({ 'if-match': tag, 'if-none-match': tag })).toBe(304);
  });
});

describe('304', () => {
  test.each([...documents, ...lists])('GET %s for a caller who has it', async (path) => {
    const tag = await tagOf(path);
    for (const given of [tag, tag.replace(/^W\//, ''), `"other", ${tag}`, `W/${tag.replace(/^W\//, '')}`]) {
      const answer = await again(path, given);
      expect([given, answer.status, answer.text]).toEqual([given, 304, '']);
      expect(answer.headers.get('etag')).toBe(tag);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toMatch(/authorization/i);
    }
    expect((await again(path, '"other"')).status).toBe(200);
  });

  test.each([
    '/collections/none/items',
    '/collections/none/queryables',
    '/search?collections=none',
    '/search?token=none',
  ])('GET %s has no tag: what is not there cannot be unchanged', async (path) => {
    const answer = await archive.get(path);
    expect([404, 400]).toContain(answer.status);
    expect(answer.headers.get('etag')).toBeNull();
  });

  test('documents have strong tags, lists weak ones', async () => {
    for (const path of documents) expect(await tagOf(path)).toMatch(/^"[\w-]{27}\.[\w-]{6}"$/);
    for (const path of lists) expect(await tagOf(path)).toMatch(/^W\/"[\w-]{27}"$/);
  });

  test('the tag is the same whatever the encoding, and Vary names what the answer depends on', async () => {
    for (const path of ['/search?limit=10', '/collections/a/items/a1'])
      for (const encoding of ['gzip', 'br', 'identity']) {
        const { headers } = await archive.get(path, { headers: { 'accept-encoding': encoding } });
        expect(headers.get('etag')).toBe(await tagOf(path));
        expect(headers.get('vary')!.split(', ')).toEqual([
          // A search leaves in the format that is accepted.
          ...(path.startsWith('/search') ? ['accept'] : []),
          'authorization',
          'vendor-api-key',
          'maxar-api-key',
          'accept-encoding',
        ]);
      }
  });

  test('`*` holds for a document that is there, and for nothing else', async () => {
    expect((await again('/collections/a', '*')).status).toBe(304);
    expect((await again('/collections/none', '*')).status).toBe(404);
    expect((await again('/collections/none/items', '*')).status).toBe(404);
    expect((await again('/search', '*')).status).toBe(200);
  });

  test('no query runs for it', async () => {
    let searches = 0;
    const { service } = archive.swath;
    const catalog: typeof service.catalog = {
      ...service.catalog,
      showItems: (...args) => {
        searches++;
        return service.catalog.showItems(...args);
      },
    };
    const variant = await startVariant(service, { catalog });
    const ask = (headers = {}) => call(variant.url, 'GET', '/search?limit=2', { token: archive.token, headers });
    const first = await ask();
    const second = await ask({ 'if-none-match': first.headers.get('etag')! });
    expect([first.status, second.status, searches]).toEqual([200, 304, 1]);
    await variant.stop();
  });
});

describe('another tag', () => {
  test('for another request, and for the other page', async () => {
    const tags = await Promise.all([...lists, '/search?limit=4', '/children?limit=1'].map((path) => tagOf(path)));
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('for a caller who sees other collections; callers who see the same share it', async () => {
    const [one, same, other] = [
      await memberToken(archive, ['a']),
      await memberToken(archive, ['a', 'a']),
      await memberToken(archive, ['b']),
    ];
    for (const path of ['/search', '/collections', '/queryables']) {
      const tag = await tagOf(path, one);
      expect(await tagOf(path, same)).toBe(tag);
      for (const token of [other, archive.token]) expect((await again(path, tag, token)).status).toBe(200);
    }
  });

  test('after a write that changed something, and not after one that did not', async () => {
    const tags = await Promise.all(lists.map((path) => tagOf(path)));
    await archive.add(makeItem('a1', { collection: 'a' }));
    expect(await Promise.all(lists.map((path) => tagOf(path)))).toEqual(tags);
    await archive.add(makeItem('newcomer', { collection: 'b' }));
    for (const [i, path] of lists.entries()) expect((await again(path, tags[i]!)).status).toBe(200);
    expect((await again(documents[1]!, await tagOf(documents[1]!))).status).toBe(304);
  });

  test('for another public address', async () => {
    const { service } = archive.swath;
    const config = { ...service.config, baseUrl: 'https://imagery.example.com/stac' };
    const variant = await startVariant(service, { config });
    for (const path of [...documents, ...lists]) {
      const { headers, text } = await call(variant.url, 'GET', path, { token: archive.token });
      expect(headers.get('etag')).not.toBe(await tagOf(path));
      expect(text).toContain('https://imagery.example.com/stac/');
      expect(text).not.toContain('localhost');
    }
    await variant.stop();
  });
});

test('POST /search has no tag: it cannot be asked for on condition', async () => {
  const answer = await archive.post({}, { headers: { 'if-none-match': '*' } });
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});
