import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import { type WriteService, looseItem, startWriteService, writerOf } from '../../stac/writes-fixture.ts';
import { call } from '../../support/call.ts';

type Tile = {
  readonly id: string;
  readonly collection: string;
  readonly geometry: { readonly type: string };
  readonly properties: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, { readonly href: string }>>;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
};
type Tiles = {
  readonly features: readonly Tile[];
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly links: readonly { readonly rel: string; readonly href: string; readonly body?: object }[];
};

let swath: WriteService;
const path = '/services/imagegrid/search';
// The middle of Z13-031133231113 and a little beyond its east border, 5 km by 5 km.
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-106.79, 35.33],
      [-106.735, 35.33],
      [-106.735, 35.36],
      [-106.79, 35.36],
      [-106.79, 35.33],
    ],
  ],
};
const aoi = [-106.785, 35.335, -106.77, 35.345];

beforeAll(async () => {
  swath = await startWriteService();
  for (const collection of ['one', 'two']) await swath.collection(collection);
  const store = (collection: string, id: string, parts: Parameters<typeof looseItem>[1]) =>
    swath.send('POST', `/collections/${collection}/items`, { json: looseItem(id, parts) });
  const answers = await Promise.all([
    store('one', 'single', {
      geometry,
      properties: { datetime: '2024-05-01T00:00:00Z', 'proj:epsg': 32613, gsd: 0.5 },
    }),
    store('one', 'part-1', { geometry, properties: { datetime: '2024-04-01T00:00:00Z', catalog_id: 'shared-1' } }),
    store('one', 'part-2', { geometry, properties: { datetime: '2024-04-01T00:00:00Z', catalog_id: 'shared-1' } }),
    store('two', 'other', { geometry, properties: { datetime: '2024-03-01T00:00:00Z', catalog_id: 'shared-1' } }),
    store('two', 'no-footprint', { geometry: null, properties: { datetime: '2024-02-01T00:00:00Z' } }),
  ]);
  const refused = answers.find(({ status }) => status !== 201);
  if (refused !== undefined) throw new Error(refused.text);
});
afterAll(() => swath.stop());

const byPost = async (json: object) => (await swath.send('POST', path, { json })).json<Tiles>();
const idsOf = ({ features }: Tiles) => features.map(({ id }) => id);

describe('POST /services/imagegrid/search', () => {
  test('200: a feature for each tile, with what the contract names', async () => {
    const answer = await swath.send('POST', path, { json: { limit: 100 } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    const tiles = answer.json<Tiles>();
    expect(idsOf(tiles)).toEqual([
      'single-Z13-031133231113',
      'single-Z13-031133320002',
      'shared-1-Z13-031133231113',
      'shared-1-Z13-031133320002',
      'shared-1-Z13-031133231113',
      'shared-1-Z13-031133320002',
    ]);
    expect(tiles).toMatchObject({ numberMatched: 6, numberReturned: 6 });
    const [tile] = tiles.features;
    expect(tile!.geometry.type).toBe('Polygon');
    expect(tile!.properties).toMatchObject({
      datetime: '2024-05-01T00:00:00Z',
      gsd: 0.5,
      cell_id: 'Z13-031133231113',
      'grid:code': 'MXRA-Z13-031133231113',
      'tile:zone': 13,
      'tile:quadkey': '031133231113',
      'proj:code': 'EPSG:32613',
      'proj:bbox': [335_000, 3_910_000, 340_000, 3_915_000],
    });
    expect(tile!.properties).not.toHaveProperty('proj:epsg');
    expect(tile!.properties).not.toHaveProperty('aoi:data_percentage');
    const [first, second] = tiles.features.map(({ properties }) => Number(properties['tile:data_area_sqkm']));
    // 0.055 by 0.03 degrees at 35.3 north: 16.6 km2.
    expect(first! + second!).toBeGreaterThan(16.5);
    expect(first! + second!).toBeLessThan(16.8);
    expect(Number(tile!.properties['tile:data_percentage'])).toBeCloseTo(first! * 4, 3);
  });

  test('200: an area of interest leaves its tiles, with the share of it that they show', async () => {
    const { features } = await byPost({ bbox: aoi, collections: ['one'] });
    expect(features.map(({ id }) => id)).toEqual(['single-Z13-031133231113', 'shared-1-Z13-031133231113']);
    expect(features[0]!.properties['aoi:data_percentage']).toBe(100);
    const wider = await byPost({ bbox: [-106.8, 35.33, -106.77, 35.345], collections: ['one'], limit: 1 });
    expect(wider.features[0]!.properties['aoi:data_percentage']).toBeCloseTo(66.67, 1);
  });

  test('200: a point finds the tiles of its cell', async () => {
    const { features } = await byPost({ intersects: { type: 'Point', coordinates: [-106.78, 35.34] } });
    expect(new Set(features.map(({ properties }) => properties['cell_id']))).toEqual(new Set(['Z13-031133231113']));
    expect(features).toHaveLength(3);
  });

  test('200: several items of an acquisition are one tile with all of them as sources', async () => {
    const { features } = await byPost({ bbox: aoi, collections: ['one'], filter: "catalog_id = 'shared-1'" });
    expect(features).toHaveLength(1);
    expect(
      features[0]!.links.filter(({ rel }) => rel === 'derived_from').map(({ href }) => href.split('/').at(-1)),
    ).toEqual(['part-1', 'part-2']);
  });

  test('200: pages by the next link say the same as one page', async () => {
    const seen: string[] = [];
    let body: object | undefined = { limit: 1 };
    while (body !== undefined) {
      const page: Tiles = await byPost(body);
      seen.push(...page.features.map(({ collection, id }) => `${collection}/${id}`));
      body = page.links.find(({ rel }) => rel === 'next')?.body;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  test('200: GET says the same as POST, and its links lead on', async () => {
    const query = new URLSearchParams({ bbox: aoi.join(), limit: '2' });
    const byGet = (await swath.send('GET', `${path}?${query}`)).json<Tiles>();
    expect(idsOf(byGet)).toEqual(idsOf(await byPost({ bbox: aoi, limit: 2 })));
    const next = byGet.links.find(({ rel }) => rel === 'next')!.href;
    const rest = (await swath.send('GET', next.slice(next.indexOf('/services')))).json<Tiles>();
    expect(rest.features.map(({ collection }) => collection)).toEqual(['two']);
  });

  test('200: fields and sortby are heeded', async () => {
    const { features } = await byPost({
      sortby: [{ field: 'datetime' }],
      fields: { include: ['properties.cell_id'] },
      limit: 1,
    });
    expect(features[0]).toMatchObject({ collection: 'two', properties: { cell_id: 'Z13-031133231113' } });
    expect(features[0]).not.toHaveProperty('assets');
  });

  test('200: the preview is a signed address, the source a link', async () => {
    const [tile] = (await byPost({ limit: 1 })).features;
    expect(tile!.assets['preview']!.href).toMatch(/\/browse\/preview\/single\/Z13-031133231113\?.*signature=/);
    const self = tile!.links.find(({ rel }) => rel === 'self')!.href;
    const one = await swath.send('GET', self.slice(self.indexOf('/services')));
    expect([one.status, one.json<Tile>().id]).toEqual([200, tile!.id]);
  });

  test('200: no tile of a collection that was not granted', async () => {
    const { token } = await writerOf(swath, ['search'], ['two']);
    const tiles = (await call(swath.url, 'POST', path, { token, json: {} })).json<Tiles>();
    expect(new Set(tiles.features.map(({ collection }) => collection))).toEqual(new Set(['two']));
    const one = await call(swath.url, 'GET', '/services/imagegrid/items/single-Z13-031133231113', { token });
    expect(one.status).toBe(404);
  });

  test.each([
    [{ bbox: aoi, intersects: geometry }, "'bbox' and 'intersects' cannot be used together"],
    [{ token: 'nonsense' }, "'token' is not a token of this service"],
    [{ last: 'nonsense' }, "'last' must be the id of a tile"],
    [{ last: 'nothing-Z13-031133231113' }, "'last' is not a tile that this search finds"],
    [{ collections: ['none'] }, "'collections' names 'none', which is not a collection"],
    [{ limit: -1 }, "'limit' must be a whole number of at least 0"],
  ])('400: %j', async (json, reason) => {
    const answer = await swath.send('POST', path, { json });
    const { message, ...rest } = answer.json<Record<string, string>>();
    expect([answer.status, rest['code'], rest['type']]).toEqual([400, 'invalid_parameters', 'invalid_request_error']);
    expect(message).toContain(reason);
    expect(rest).toHaveProperty('request_id');
  });

  test('400: a token of the item search is refused', async () => {
    const { links } = (await swath.send('POST', '/search', { json: { limit: 1 } })).json<Tiles>();
    const { body } = links.find(({ rel }) => rel === 'next')!;
    expect((await swath.send('POST', path, { json: body })).status).toBe(400);
  });

  test.each(['GET', 'POST'])('401: %s without a credential', async (method) => {
    expect((await call(swath.url, method, path)).status).toBe(401);
  });

  test('403: a key that may not search', async () => {
    const { key } = await writerOf(swath, ['order']);
    expect((await call(swath.url, 'POST', path, { key, json: {} })).status).toBe(403);
  });

  test.each(['/discovery/v1', '/api/v1'])('200: also under %s', async (prefix) => {
    expect((await swath.send('POST', `${prefix}${path}/`, { json: { limit: 1 } })).status).toBe(200);
  });
});

describe('GET /services/imagegrid/items/{id}', () => {
  test('200: the tile', async () => {
    const answer = await swath.send('GET', '/services/imagegrid/items/single-Z13-031133231113');
    expect(answer.json<Tile>()).toMatchObject({ id: 'single-Z13-031133231113', collection: 'one' });
  });

  test.each([
    ['of an item of half the world', 'vast', [-90, -60, 90, 60], [1, 1, 1.01, 1.01]],
    ['near the pole', 'polar', [-180, 84, 180, 90], [10, 87, 10.1, 87.01]],
  ])('200: a tile %s, as the search finds it', async (_, id, around, bbox) => {
    await swath.collection(id);
    const json = looseItem(id, { geometry: bboxGeometry(around) });
    expect((await swath.send('POST', `/collections/${id}/items`, { json })).status).toBe(201);
    const { features } = await byPost({ collections: [id], bbox });
    expect(features.length).toBeGreaterThan(0);
    for (const feature of features) {
      const answer = await swath.send('GET', `/services/imagegrid/items/${feature.id}`);
      expect([answer.status, answer.json<Tile>().id]).toEqual([200, feature.id]);
    }
    await swath.send('DELETE', `/collections/${id}/items/${id}`);
  });

  test('400: an acquisition of two collections, until one is named', async () => {
    const id = '/services/imagegrid/items/shared-1-Z13-031133231113';
    const answer = await swath.send('GET', id);
    expect([answer.status, answer.json<{ message: string }>().message]).toEqual([
      400,
      "Bad Request: 'id' is of more than one collection: add 'collection', one of one, two",
    ]);
    expect((await swath.send('GET', `${id}?collection=two`)).json<Tile>().collection).toBe('two');
  });

  test.each([
    'single-Z13-031133231131',
    'single-Z13-0311',
    'single',
    'nothing-Z13-031133231113',
    'single-Z99-031133231113',
  ])('404: %s', async (id) => {
    expect((await swath.send('GET', `/services/imagegrid/items/${id}`)).status).toBe(404);
  });
});
