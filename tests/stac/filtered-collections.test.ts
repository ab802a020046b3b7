import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert } from '../support/assert.ts';
import { call } from '../support/call.ts';
import { type Archive, type Page, linkOf, memberToken, startArchive } from './archive.ts';

let archive: Archive;

const about = (id: string, bbox: readonly number[], from: string | null, more: object = {}) => ({
  type: 'Collection',
  stac_version: '1.0.0',
  id,
  description: `All about ${id}`,
  license: 'other',
  links: [],
  extent: { spatial: { bbox: [bbox] }, temporal: { interval: [[from, null]] } },
  ...more,
});

const collections = [
  about('alps', [5, 44, 16, 48], '2015-01-01T00:00:00Z', { title: 'Mountains', keywords: ['snow', 'rock'] }),
  about('fiji', [177, -20, -178, -12], '2020-01-01T00:00:00Z', { license: 'CC-BY-4.0' }),
  about('high', [10, 50, 0, 11, 51, 900], null, { summaries: { gsd: { minimum: 0.3, maximum: 0.5 } } }),
];

beforeAll(async () => {
  archive = await startArchive([]);
  for (const json of collections) await call(archive.url, 'POST', '/collections', { token: archive.token, json });
});
afterAll(() => archive.stop());

async function list(query: Readonly<Record<string, string>>, token = archive.token): Promise<Page> {
  const answer = await archive.get(`/collections?${new URLSearchParams(query).toString()}`, { token });
  expect(answer.status).toBe(200);
  return answer.json<Page>();
}
const ids = (page: Page) => page.collections.map(({ id }) => id);

describe('GET /collections with a filter, 200', () => {
  test.each([
    ["license = 'other'", ['alps', 'high']],
    ["title LIKE 'Mount%'", ['alps']],
    ['title IS NULL', ['fiji', 'high']],
    ["A_CONTAINS(keywords, ('snow'))", ['alps']],
    ['summaries.gsd.minimum < 0.4', ['high']],
    ['S_INTERSECTS(geometry, POINT(10.5 47))', ['alps']],
    ['S_INTERSECTS(geometry, POINT(179.5 -15))', ['fiji']],
    ['S_INTERSECTS(geometry, POINT(10.5 50.5))', ['high']],
    ["start_datetime < TIMESTAMP('2018-01-01T00:00:00Z')", ['alps']],
    ["id IN ('fiji', 'nobody') OR collection = 'alps'", ['alps', 'fiji']],
    ["license = 'nobody'", []],
  ])('%s', async (filter, expected) => {
    const page = await list({ filter });
    expect([ids(page), page.numberMatched]).toEqual([expected, expected.length]);
  });

  test('as JSON, and page by page', async () => {
    const filter = JSON.stringify({ op: '=', args: [{ property: 'license' }, 'other'] });
    const first = await list({ filter, 'filter-lang': 'cql2-json', limit: '1' });
    expect([ids(first), first.numberMatched]).toEqual([['alps'], 2]);
    const { pathname, search } = new URL(linkOf(first, 'next')!.href);
    const second = (await archive.get(pathname + search)).json<Page>();
    expect([ids(second), linkOf(second, 'next'), linkOf(second, 'prev')]).toEqual([
      ['high'],
      undefined,
      expect.anything(),
    ]);
  });

  test('of those that are granted', async () => {
    const token = await memberToken(archive, ['high', 'fiji']);
    expect(ids(await list({ filter: "license = 'other'" }, token))).toEqual(['high']);
  });
});

test.each([
  ['filter=license%20%3D', /'filter' is wrong: .*position/],
  ['filter=license%20%3D%201&filter-lang=ecql', /'filter-lang' must be/],
  ['filter=unknown(license)', /'filter' is wrong/],
  ['filter=a%3D1&filter=b%3D1', /'filter' must be given once/],
  ['ids=snow', /'ids' is not a parameter of this path/],
  ['bbox=1,2,3', /'bbox' must be an array of 4 or 6/],
  ['bbox=1,2,3,x', /'bbox' must hold numbers/],
  ['datetime=2020-01-01', /'datetime' must be/],
  ['sortby=geometry', /'sortby' must not be 'geometry'/],
  ['sortby=title&token=junk', /'token' is not a token/],
  ['limit=-1', /'limit' must be a whole number/],
  ['limit=1.5', /'limit' must be a whole number/],
  ['query={', /'query'/],
])('GET /collections?%s, 400', async (query, message) => {
  assert.catalogueRefusal(await archive.get(`/collections?${query}`), message);
});

test('GET /children takes no filter, 400', async () => {
  assert.catalogueRefusal(await archive.get('/children?filter=a%3D1'), /'filter' is not a parameter/);
});
