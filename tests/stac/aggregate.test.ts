import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call } from '../support/call.ts';
import { type Archive, type Document, makeItem, memberToken, putCollections, square, startArchive } from './archive.ts';

let archive: Archive;

const scene = (
  id: string,
  collection: string,
  month: string,
  platform: string | undefined,
  cloud: number | undefined,
) =>
  makeItem(id, {
    collection,
    geometry: square(collection === 'a' ? 2 : 178.5, 45, 2),
    properties: {
      datetime: `2021-${month}-05T10:30:00Z`,
      platform,
      'eo:cloud_cover': cloud,
      secret: collection,
      instruments: ['x'],
    },
  });

beforeAll(async () => {
  archive = await startArchive([
    scene('1', 'a', '01', 'wv02', 0),
    scene('2', 'a', '01', 'wv03', 7.5),
    scene('3', 'a', '02', 'wv02', 100),
    scene('4', 'b', '11', 'hidden', 50),
    makeItem('5', { collection: 'a', geometry: null, properties: { datetime: null } }),
  ]);
  await putCollections(archive.swath.service.catalog, 'empty');
});
afterAll(() => archive.stop());

type Aggregation = {
  readonly name: string;
  readonly data_type: string;
  readonly value?: unknown;
  readonly overflow?: number;
  readonly buckets?: readonly Record<string, unknown>[];
};
const inAnswer = (answer: Answer) => answer.json<{ readonly aggregations: readonly Aggregation[] }>().aggregations;

const ask = (path: string, token?: string) => archive.get(path, token === undefined ? {} : { token });
const aggregationsAt = async (path: string, token?: string) => inAnswer(await ask(path, token));
const namesAt = async (path: string, token?: string) => (await aggregationsAt(path, token)).map(({ name }) => name);

const post = (path: string, json: unknown) => call(archive.url, 'POST', path, { token: archive.token, json });

describe('/aggregate, 200', () => {
  test('an AggregationCollection with values and buckets, in the order of the names', async () => {
    const names =
      'total_count,datetime_min,datetime_max,datetime_frequency,collection_frequency,platform_frequency,cloud_cover_frequency';
    const path = `/aggregate?aggregations=${encodeURIComponent(names)}&cloud_cover_frequency_interval=50`;
    const answer = await ask(path);
    const base = archive.swath.service.config.baseUrl;
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.json()).toEqual({
      type: 'AggregationCollection',
      aggregations: [
        { name: 'total_count', data_type: 'integer', value: 5 },
        { name: 'datetime_min', data_type: 'datetime', value: '2021-01-05T10:30:00Z' },
        { name: 'datetime_max', data_type: 'datetime', value: '2021-11-05T10:30:00Z' },
        {
          name: 'datetime_frequency',
          data_type: 'datetime',
          overflow: 0,
          buckets: [
            { key: '2021-01-01T00:00:00Z', data_type: 'datetime', frequency: 2 },
            { key: '2021-02-01T00:00:00Z', data_type: 'datetime', frequency: 1 },
            { key: '2021-11-01T00:00:00Z', data_type: 'datetime', frequency: 1 },
          ],
        },
        {
          name: 'collection_frequency',
          data_type: 'string',
          overflow: 0,
          buckets: [
            { key: 'a', data_type: 'string', frequency: 4 },
            { key: 'b', data_type: 'string', frequency: 1 },
          ],
        },
        {
          name: 'platform_frequency',
          data_type: 'string',
          overflow: 0,
          buckets: [
            { key: 'wv02', data_type: 'string', frequency: 2 },
            { key: 'hidden', data_type: 'string', frequency: 1 },
            { key: 'wv03', data_type: 'string', frequency: 1 },
          ],
        },
        {
          name: 'cloud_cover_frequency',
          data_type: 'numeric',
          overflow: 0,
          buckets: [
            { key: '0-50', data_type: 'numeric', frequency: 2, from: 0, to: 50 },
            { key: '50-100', data_type: 'numeric', frequency: 1, from: 50, to: 100 },
            { key: '100-150', data_type: 'numeric', frequency: 1, from: 100, to: 150 },
          ],
        },
      ],
      links: [
        { rel: 'self', type: 'application/json', href: `${base}${path}` },
        { rel: 'root', type: 'application/json', href: `${base}/` },
      ],
    });
  });

  test.each([
    { aggregations: ['total_count', 'datetime_frequency'], datetime_frequency_interval: 'day' },
    { aggregations: ['cloud_cover_frequency', 'eo:cloud_cover_frequency'], bbox: [0, 40, 10, 50] },
    { aggregations: ['total_count'], filter: "platform = 'wv02'", datetime: '2021-01-01T00:00:00Z/..' },
    { aggregations: ['total_count'], query: { platform: { eq: 'wv02' } }, collections: ['a'], ids: ['1', '2'] },
    { aggregations: ['total_count'], intersects: { type: 'Point', coordinates: [180, 46] } },
    { aggregations: ['centroid_geohash_grid_frequency'], centroid_geohash_grid_frequency_precision: 4 },
    { aggregations: ['grid_geotile_frequency', 'total_count'], grid_geotile_frequency_precision: 3, limit: -1 },
  ])('GET and POST answer the same: %j', async (body) => {
    const query = new URLSearchParams(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
      ]),
    );
    const [byGet, byPost] = [await ask(`/aggregate?${query}`), await post('/aggregate', body)];
    expect([byGet.status, byPost.status]).toEqual([200, 200]);
    expect(inAnswer(byGet)).toEqual(inAnswer(byPost));
    expect(inAnswer(byGet)[0]!.value ?? inAnswer(byGet)[0]!.buckets).not.toEqual(0);
  });

  test('places are those of the centres, also across the antimeridian', async () => {
    const [geohash, tiles, cells] = await aggregationsAt(
      '/aggregate?aggregations=centroid_geohash_grid_frequency,centroid_geotile_grid_frequency,centroid_grid_cell_frequency&centroid_geohash_grid_frequency_precision=3&centroid_geotile_grid_frequency_precision=2',
    );
    expect(geohash!.buckets!.map(({ key, frequency }) => [key, frequency])).toEqual([
      ['u04', 3],
      ['zbp', 1],
    ]);
    expect(tiles!.buckets!.map(({ key, frequency }) => [key, frequency])).toEqual([
      ['2/2/1', 3],
      ['2/3/1', 1],
    ]);
    expect(cells!.buckets!.map(({ key, frequency }) => [key, frequency])).toEqual([
      [expect.stringMatching(/^Z31-[0-3]{12}$/), 3],
      [expect.stringMatching(/^Z60-[0-3]{12}$/), 1],
    ]);
  });

  test('of a collection: its items alone', async () => {
    const path = '/collections/b/aggregate?aggregations=total_count,platform_frequency';
    expect(await aggregationsAt(path)).toEqual([
      { name: 'total_count', data_type: 'integer', value: 1 },
      {
        name: 'platform_frequency',
        data_type: 'string',
        overflow: 0,
        buckets: [{ key: 'hidden', data_type: 'string', frequency: 1 }],
      },
    ]);
    expect(inAnswer(await post('/collections/b/aggregate', { aggregations: 'total_count' }))[0]!.value).toBe(1);
    expect((await ask('/collections/empty/aggregate?aggregations=total_count')).json()).toMatchObject({
      aggregations: [{ value: 0 }],
    });
  });

  test('an answer that the caller has already is 304, until something changes', async () => {
    const path = '/aggregate?aggregations=total_count&datetime=2099-01-01T00:00:00Z';
    const etag = (await ask(path)).headers.get('etag')!;
    const again = () => archive.get(path, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    const other = await archive.get(`${path}&x=1`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
    await putCollections(archive.swath.service.catalog, 'new');
    expect((await again()).status).toBe(200);
  });
});

describe('/aggregations, 200', () => {
  test('lists what the items support: nothing of lists, and nothing where there is nothing', async () => {
    const all = await aggregationsAt('/aggregations');
    expect(all).toContainEqual({ name: 'total_count', data_type: 'integer' });
    expect(all).toContainEqual({
      name: 'cloud_cover_frequency',
      data_type: 'frequency_distribution',
      frequency_distribution_data_type: 'numeric',
    });
    expect(all.map(({ name }) => name)).toEqual([
      'total_count',
      'datetime_min',
      'datetime_max',
      'datetime_frequency',
      'collection_frequency',
      'centroid_geohash_grid_frequency',
      'centroid_geotile_grid_frequency',
      'centroid_grid_cell_frequency',
      'cloud_cover_frequency',
      'platform_frequency',
    ]);
    expect(await namesAt('/collections/empty/aggregations')).toEqual(['total_count']);
    expect(await namesAt('/collections/b/aggregations')).toContain('platform_frequency');
  });

  test('every name that is listed can be asked for', async () => {
    for (const home of ['', '/collections/a', '/collections/b', '/collections/empty']) {
      const names = await namesAt(`${home}/aggregations`);
      expect(await namesAt(`${home}/aggregate?aggregations=${names.join()}`)).toEqual(names);
    }
  });
});

describe('grants', () => {
  test('what is hidden is in no count, bucket, range or list', async () => {
    const token = await memberToken(archive, ['a', 'empty']);
    const path =
      '/aggregate?aggregations=total_count,datetime_max,collection_frequency,platform_frequency,centroid_geohash_grid_frequency';
    for (const more of ['', '&bbox=-180,-90,180,90', '&filter=platform%20IS%20NOT%20NULL%20OR%20id%3D%275%27']) {
      const answer = await ask(`${path}${more}`, token);
      expect(answer.text).not.toContain('hidden');
      expect(answer.text).not.toContain('"b"');
      expect(inAnswer(answer)[1]!.value).toBe('2021-02-05T10:30:00Z');
      expect(inAnswer(answer)[4]!.buckets).toHaveLength(1);
    }
    expect(await namesAt('/aggregations', await memberToken(archive, ['empty']))).toEqual(['total_count']);
    expect((await ask('/collections/b/aggregations', token)).status).toBe(404);
    expect((await ask('/collections/b/aggregate?aggregations=total_count', token)).status).toBe(404);
    expect((await ask('/aggregate?aggregations=total_count&collections=b', token)).status).toBe(400);
  });

  test('who sees nothing gets zeros', async () => {
    const token = await memberToken(archive, []);
    expect(await aggregationsAt('/aggregate?aggregations=total_count,datetime_min,platform_frequency', token)).toEqual([
      { name: 'total_count', data_type: 'integer', value: 0 },
      { name: 'datetime_min', data_type: 'datetime', value: null },
      { name: 'platform_frequency', data_type: 'string', overflow: 0, buckets: [] },
    ]);
  });
});

describe('values that are far away, 200', () => {
  test.each([
    ['one beyond all others', 1e308, { from: 0, to: 5e306, frequency: 3 }],
    ['all closer to each other than the smallest step', 1e-9, { from: 0, to: 0.000_001, frequency: 4 }],
  ])('ranges need no interval: %s', async (_, stray, first) => {
    const values = [0, 1e-12, 1e-11, stray];
    const apart = await startArchive(
      values.map((gsd, n) => makeItem(`${n}`, { properties: { datetime: '2021-01-01T00:00:00Z', gsd } })),
    );
    try {
      for (const path of [
        '/aggregate?aggregations=gsd_frequency',
        '/collections/a/aggregate?aggregations=gsd_frequency',
      ])
        expect(inAnswer(await apart.get(path))[0]?.buckets?.[0]).toMatchObject(first);
    } finally {
      await apart.stop();
    }
  });
});

const bucketsOf = async (query: string) =>
  inAnswer(await ask(`/collections/a/aggregate?aggregations=${query}`))[0]!.buckets;

describe('the width of ranges, 200', () => {
  test('is heard in every spelling of the name', async () => {
    const asked = await bucketsOf('cloud_cover_frequency&cloud_cover_frequency_interval=50');
    expect(asked).toHaveLength(2);
    expect(await bucketsOf('eo_cloud_cover_frequency&cloud_cover_frequency_interval=50')).toEqual(asked);
    expect(await bucketsOf('cloud_cover_frequency&eo%3Acloud_cover_frequency_interval=50')).toEqual(asked);
  });
});

describe('links and conformance', () => {
  test('the landing page and every collection link both, by GET and POST', async () => {
    for (const [path, home] of [
      ['/', ''],
      ['/collections/a', '/collections/a'],
    ] as const) {
      const { links } = (await ask(path)).json<Document>();
      const base = archive.swath.service.config.baseUrl;
      const ours = links.filter(({ rel }) => rel.startsWith('aggregat'));
      expect(ours.map(({ rel, method, href }) => [rel, method, href])).toEqual([
        ['aggregate', 'GET', `${base}${home}/aggregate`],
        ['aggregate', 'POST', `${base}${home}/aggregate`],
        ['aggregations', undefined, `${base}${home}/aggregations`],
      ]);
    }
  });

  test('the extension is claimed with its query and filter', async () => {
    const { conformsTo } = (await ask('/conformance')).json<{ readonly conformsTo: readonly string[] }>();
    for (const part of ['', '#query', '#filter'])
      expect(conformsTo).toContain(`https://api.stacspec.org/v0.3.0/aggregation${part}`);
  });
});
