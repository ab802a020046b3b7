import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Archive, type Document, type Page, idsOf, makeItem, queryOf, square, startArchive } from './archive.ts';

const at = (datetime: string | null, more = {}) => ({ properties: { datetime, ...more } });
const cloud = (percent: unknown, more = {}) => at('2020-03-01T00:00:00Z', { 'eo:cloud_cover': percent, ...more });

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([
    makeItem('clear', { ...cloud(5, { platform: 'one' }), geometry: square(10, 10) }),
    makeItem('half', { ...cloud(50, { platform: 'two', gsd: 0.5 }), geometry: square(20, 10) }),
    makeItem('covered', { ...cloud(100, { platform: 'one' }), geometry: square(30, 10), collection: 'b' }),
    makeItem('unknown', { ...at('2020-02-01T00:00:00Z'), geometry: square(40, 10) }),
    makeItem('null', { ...cloud(null), geometry: square(50, 10) }),
    makeItem('interval', {
      ...at(null, { start_datetime: '2021-01-01T00:00:00Z', end_datetime: '2021-02-01T00:00:00Z' }),
      geometry: square(60, 10),
    }),
    makeItem('dateline', {
      ...at('2019-01-01T00:00:00.123456789Z'),
      bbox: [179, -1, -179, 1],
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [179, -1],
            [-179, -1],
            [-179, 1],
            [179, 1],
            [179, -1],
          ],
        ],
      },
    }),
    makeItem('nowhere', { ...at('2018-01-01T00:00:00Z'), geometry: null }),
    makeItem('mixed', {
      ...at('2017-01-01T00:00:00Z'),
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [-70, -30] }] },
    }),
    makeItem('timeless', { ...at(null), geometry: square(70, 10), collection: 'b' }),
  ]);
});
afterAll(() => archive.stop());

const newestFirst = [
  'interval',
  'clear',
  'covered',
  'half',
  'null',
  'unknown',
  'dateline',
  'nowhere',
  'mixed',
  'timeless',
];

type Search = Readonly<Record<string, unknown>>;
const property = (name: string) => ({ property: name });
const cloudCover = property('eo:cloud_cover');

const searches: readonly [name: string, body: Search, ids: readonly string[]][] = [
  ['nothing said: everything, newest first, without a time last', {}, newestFirst],
  ['collections', { collections: ['b'] }, ['covered', 'timeless']],
  ['ids', { ids: ['half', 'clear', 'none'] }, ['clear', 'half']],
  ['ids and another condition: both hold', { ids: ['half', 'clear'], bbox: [20, 10, 21, 11] }, ['half']],
  ['a bbox', { bbox: [10.5, 10.5, 20.5, 10.6] }, ['clear', 'half']],
  ['a bbox of 6 numbers', { bbox: [10.5, 10.5, -100, 20.5, 10.6, 9_000] }, ['clear', 'half']],
  ['a bbox across the antimeridian', { bbox: [178, -5, -178, 5] }, ['dateline']],
  ['a bbox beyond it, from one side', { bbox: [-179.5, -0.5, -179.4, 0.5] }, ['dateline']],
  ['a bbox that counts on beyond 180', { bbox: [179.5, -1, 181, 1] }, ['dateline']],
  [
    'the world: without those that are nowhere',
    { bbox: [-180, -90, 180, 90] },
    newestFirst.filter((id) => id !== 'nowhere'),
  ],
  ['intersects', { intersects: { type: 'Point', coordinates: [20.5, 10.5] } }, ['half']],
  [
    'intersects a collection of geometries',
    {
      intersects: {
        type: 'GeometryCollection',
        geometries: [square(-71, -31, 2), { type: 'Point', coordinates: [20.5, 10.5] }],
      },
    },
    ['half', 'mixed'],
  ],
  ['a moment', { datetime: '2020-02-01T00:00:00Z' }, ['unknown']],
  ['a moment in lower case, with nine decimals', { datetime: '2019-01-01t00:00:00.123456789z' }, ['dateline']],
  ['a moment of another zone', { datetime: '2020-02-01T02:00:00+02:00' }, ['unknown']],
  [
    'an interval overlaps start_datetime and end_datetime',
    { datetime: '2021-01-31T00:00:00Z/2021-03-01T00:00:00Z' },
    ['interval'],
  ],
  [
    'an interval has both its ends',
    { datetime: '2018-01-01T00:00:00Z/2019-01-01T00:00:00.123456789Z' },
    ['dateline', 'nowhere'],
  ],
  ['an interval open at its start', { datetime: '../2018-01-01T00:00:00Z' }, ['nowhere', 'mixed']],
  ['an interval open by leaving out', { datetime: '2021-01-15T00:00:00Z/' }, ['interval']],
  ['CQL2 as text', { filter: 'platform = \'one\' AND "eo:cloud_cover" < 50' }, ['clear']],
  ['CQL2 as text, said so', { filter: 'gsd = 0.5', 'filter-lang': 'cql2-text' }, ['half']],
  ['CQL2 as JSON', { filter: { op: '<', args: [cloudCover, 50] } }, ['clear']],
  [
    'CQL2 as JSON, said so',
    {
      filter: { op: '=', args: [property('gsd'), 0.5] },
      'filter-lang': 'cql2-json',
      'filter-crs': 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    },
    ['half'],
  ],
  ['between, flat', { filter: { op: 'between', args: [cloudCover, 5, 50] } }, ['clear', 'half']],
  ['between, nested', { filter: { op: 'between', args: [cloudCover, [5, 50]] } }, ['clear', 'half']],
  ['<> leaves out those without the property', { filter: '"eo:cloud_cover" <> 5' }, ['covered', 'half']],
  ['NOT leaves them out too', { filter: 'NOT "eo:cloud_cover" = 5' }, ['covered', 'half']],
  [
    'OR with what is true takes them in',
    { filter: '"eo:cloud_cover" <> 5 OR id = \'null\'' },
    ['covered', 'half', 'null'],
  ],
  [
    'IS NULL finds them',
    { filter: '"eo:cloud_cover" IS NULL', collections: ['a'] },
    ['interval', 'null', 'unknown', 'dateline', 'nowhere', 'mixed'],
  ],
  ['a property that nobody has', { filter: 'nonsense = 1' }, []],
  ['a function', { filter: "UPPER(platform) = 'TWO'" }, ['half']],
  ['query', { query: { 'eo:cloud_cover': { gte: 50 }, platform: { eq: 'one' } } }, ['covered']],
  ['query and filter: both hold', { query: { platform: { eq: 'one' } }, filter: '"eo:cloud_cover" < 50' }, ['clear']],
  ['the older spelling of filter', { where: 'gsd = 0.5' }, ['half']],
];

describe('/search, 200, GET and POST alike', () => {
  test.each(searches)('%s', async (_, body, ids) => {
    expect(idsOf(await archive.post(body))).toEqual(ids);
    expect(idsOf(await archive.get(`/search?${queryOf(body)}`))).toEqual(ids);
  });

  test.each(searches.filter(([, body]) => body['collections'] === undefined))(
    'GET /collections/{id}/items alike: %s',
    async (_, body, ids) => {
      const mine = ids.filter((id) => id !== 'covered' && id !== 'timeless');
      expect(idsOf(await archive.get(`/collections/a/items?${queryOf(body)}`))).toEqual(mine);
    },
  );
});

describe('sortby', () => {
  test.each([
    ['+eo:cloud_cover', [{ field: 'eo:cloud_cover', direction: 'asc' }], ['clear', 'half', 'covered']],
    [
      '-properties.eo:cloud_cover',
      [{ field: 'properties.eo:cloud_cover', direction: 'desc' }],
      ['covered', 'half', 'clear'],
    ],
    [
      'platform,-id',
      [
        { field: 'platform', direction: 'asc' },
        { field: 'id', direction: 'desc' },
      ],
      ['covered', 'clear', 'half'],
    ],
    [
      'collection desc, id',
      [{ field: 'collection', direction: 'desc' }, { field: 'id' }],
      ['covered', 'timeless', 'clear'],
    ],
  ])('%s, missing values last', async (sortby, json, first) => {
    expect(idsOf(await archive.get(`/search?limit=3&sortby=${encodeURIComponent(sortby)}`))).toEqual(first);
    expect(idsOf(await archive.post({ limit: 3, sortby: json }))).toEqual(first);
    expect(idsOf(await archive.post({ limit: 3, sortby }))).toEqual(first);
  });

  test('orderby is its older spelling', async () => {
    expect(idsOf(await archive.get('/search?limit=1&orderby=datetime'))).toEqual(['mixed']);
  });
});

const page = async (path: string) => (await archive.get(path)).json<Page>();

describe('limit', () => {
  test('0 gives the exact count and no feature', async () => {
    for (const path of ['/search?limit=0', '/search?limit=0&collections=a', '/collections/a/items?limit=0'])
      expect(await page(path)).toMatchObject({
        features: [],
        numberReturned: 0,
        numberMatched: path === '/search?limit=0' ? 10 : 8,
      });
    expect((await archive.post({ limit: 0 })).json()).toMatchObject({ features: [], numberMatched: 10 });
    expect(await page('/collections?limit=0')).toMatchObject({ collections: [], numberMatched: 2, numberReturned: 0 });
  });

  test('beyond the maximum is the maximum', async () => {
    for (const limit of [10_000, 10_001, 1_000_000_000])
      for (const path of ['/search', '/collections/a/items', '/collections', '/children'])
        expect((await archive.get(`${path}?limit=${limit}`)).status).toBe(200);
    expect((await archive.post({ limit: 99_999_999 })).json()).toMatchObject({ numberReturned: 10 });
  });

  test('says how many there are and how many came', async () => {
    expect(await page('/search?limit=3')).toMatchObject({ numberMatched: 10, numberReturned: 3 });
    expect(await page('/collections')).toMatchObject({ numberMatched: 2, numberReturned: 2 });
  });

  test.each(['/search', '/collections/a/items', '/collections', '/children'])(
    '%s, 400 for less than 0',
    async (path) => {
      const answer = await archive.get(`${path}?limit=-1`);
      expect([answer.status, answer.json()['message']]).toEqual([
        400,
        "Bad Request: 'limit' must be a whole number of at least 0",
      ]);
    },
  );
});

const first = async (body: Search) => (await archive.post({ ids: ['half'], ...body })).json<Page>().features[0]!;

describe('fields', () => {
  test.each([
    ['gsd', { include: ['properties.gsd'] }, ['collection', 'id', 'properties', 'stac_version', 'type']],
    [
      '-geometry,-bbox,-assets,-links,-properties',
      { exclude: ['geometry', 'bbox', 'assets', 'links', 'properties'] },
      ['collection', 'id', 'stac_version', 'type'],
    ],
  ])('%s', async (text, json, members) => {
    const byPost = await first({ fields: json });
    const byGet = (await archive.get(`/search?ids=half&fields=${text}`)).json<Page>().features[0]!;
    expect(Object.keys(byPost).sort()).toEqual(members);
    expect(byGet).toEqual(byPost);
  });

  test('the links of this service are members like others', async () => {
    const whole = await first({});
    expect((await first({ fields: { include: ['links'] } })).links).toEqual(whole.links);
    expect(await first({ fields: { include: ['gsd'] } })).toMatchObject({ properties: { gsd: 0.5 } });
  });
});

test('what nobody knows is ignored, also twice, and not repeated in links', async () => {
  const answer = await archive.get('/search?limit=2&utm_source=x&utm_source=y&area-based-calc=1');
  expect(answer.status).toBe(200);
  expect(answer.text).not.toMatch(/utm_source|area-based/);
  const posted = await archive.post({ limit: 2, nonsense: { secret: 'canary' } });
  expect([posted.status, posted.text.includes('canary')]).toEqual([200, false]);
});

test('members that are null, and parameters that are empty, were not given', async () => {
  expect(
    idsOf(await archive.post({ bbox: null, datetime: null, filter: null, ids: null, collections: null, token: null })),
  ).toEqual(newestFirst);
  expect(idsOf(await archive.get('/search?bbox=&datetime=&filter=&ids=&collections=&token=&limit='))).toEqual(
    newestFirst,
  );
  expect(idsOf(await archive.post({ collections: [], ids: [] }))).toEqual(newestFirst);
});

const strip = ({ timestamp: _timestamp, ...rest }: Record<string, unknown>) => rest;

test('the answer is the same for every encoding of the bytes', async () => {
  const plain = strip((await archive.get('/search', { headers: { 'accept-encoding': 'identity' } })).json());
  for (const encoding of ['gzip', 'br']) {
    const packed = await archive.get('/search', { headers: { 'accept-encoding': encoding } });
    expect([packed.headers.get('content-encoding'), strip(packed.json())]).toEqual([encoding, plain]);
  }
});

test('forty searches at once have their own answers, whatever the encoding', async () => {
  const encodings = ['identity', 'gzip', 'br'];
  const ask = async (id: string, i: number) => {
    const headers = { 'accept-encoding': encodings[i % 3]! };
    return idsOf(await archive.get(`/search?filter=${encodeURIComponent(`id = '${id}'`)}`, { headers }));
  };
  const wanted = Array.from({ length: 40 }, (_, i) => newestFirst[i % newestFirst.length]!);
  expect(await Promise.all(wanted.map(ask))).toEqual(wanted.map((id) => [id]));
});

test('every feature is as its own address has it', async () => {
  for (const feature of (await archive.get('/search')).json<Page>().features) {
    const { href } = feature.links.find(({ rel }) => rel === 'self')!;
    expect((await archive.get(new URL(href).pathname)).json<Document>()).toEqual(feature);
  }
});
