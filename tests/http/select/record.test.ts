import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount } from '../../support/accounts.ts';
import { type SelectRecord, type SelectService, bbox, found, startSelectService, timeless } from './support-select.ts';

let swath: SelectService;

beforeAll(async () => {
  swath = await startSelectService();
});
afterEach(() => swath.surveyBy());
afterAll(() => swath.stop());

describe('POST /select 200', () => {
  test('the whole record', async () => {
    const query = { 'eo:cloud_cover': { lt: 20 } };
    const json = { bbox, query, stack_depth: 3, name: 'Rio', metadata: { order: 7 } };
    const answer = await swath.ask('POST', '/select', { json });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'private, no-store',
    ]);
    const record = answer.json<SelectRecord>();
    const { baseUrl } = swath.service.config;
    const link = (format: string) => `${baseUrl}/select/files/${record.id}.${format}`;
    expect(record).toEqual({
      id: expect.stringMatching(/^[1-9]\d{18}$/),
      select_id: record.id,
      status: 'SUCCEEDED',
      name: 'Rio',
      metadata: { order: 7 },
      intersects: null,
      bbox,
      query,
      results: ['103001005D31F500', '10400100AA000000'],
      acquisitions: ['103001005D31F500', '10400100AA000000'],
      unique_acquisitions: 2,
      warnings: [],
      request_details: { bbox, query, stack_depth: 3, name: 'Rio', metadata: { order: 7 } },
      stack_depth_summary: {
        requested: 3,
        cells: 4,
        cells_with_tiles: 3,
        fulfilled: 1,
        tiles: 7,
        candidate_tiles: 12,
      },
      aoi_area_sqkm: 78.9,
      usage: {
        area: {
          fresh_imagery_sqkm: 0,
          standard_imagery_sqkm: 26,
          training_imagery_sqkm: 25,
          total_imagery_sqkm: 51,
          estimate: true,
        },
        cost: {
          fresh_imagery_cost: 0,
          standard_imagery_cost: null,
          training_imagery_cost: null,
          total_imagery_cost: null,
          estimate: true,
        },
        limits: {
          annual_subscription_fee_limit: -1,
          fresh_imagery_fee_limit: -1,
          standard_imagery_fee_limit: -1,
          training_imagery_fee_limit: -1,
        },
        available: {
          fresh_imagery_balance: -1,
          standard_imagery_balance: -1,
          training_imagery_balance: -1,
          total_imagery_balance: -1,
        },
        usage_as_of: '2026-05-01T12:00:00Z',
      },
      links: {
        ...Object.fromEntries(
          ['geojson', 'geojsonl', 'stac', 'csv', 'gpkg', 'html'].map((format) => [format, link(format)]),
        ),
        self: `${baseUrl}/select/${record.id}`,
      },
      error_message: null,
      created: '2026-05-01T12:00:00.000Z',
      expires: '2026-05-31T12:00:00.000Z',
      response_timestamp: '2026-05-01T12:00:00.000Z',
    });
  });

  test('what is surveyed is what was asked, for what the caller may see, at that moment', async () => {
    await swath.select({ bbox, ids: ['a'], datetime: '2020/2021' });
    expect(swath.jobs.at(-1)).toMatchObject({
      visibility: 'all',
      nowMs: swath.clock.nowMs(),
      request: { ids: ['a'], stackDepth: 5, datetime: { startMs: Date.UTC(2020, 0), endMs: Date.UTC(2022, 0) - 1 } },
    });
  });

  test('a caller with grants selects from those collections alone', async () => {
    await changeAccount(swath.url, swath.adminToken, swath.accountId, { collections: ['wv02'] });
    await swath.select();
    expect(swath.jobs.at(-1)?.visibility).toEqual(new Set(['wv02']));
    await changeAccount(swath.url, swath.adminToken, swath.accountId, { collections: null });
  });

  test('a query that is no object is repeated as sent, and is an object in request_details', async () => {
    const record = await swath.select({ bbox, query: 'cloudless', image_age_category: 'fresh', ids: 'abc' });
    expect(record['query']).toBe('cloudless');
    expect(record.request_details).toEqual({
      bbox,
      query: {},
      image_age_category: ['fresh'],
      ids: ['abc'],
      stack_depth: 5,
    });
  });

  test('query null and absent are the empty query', async () => {
    for (const json of [{ bbox, query: null }, { bbox }]) {
      const record = await swath.select(json);
      expect([record['query'], record.request_details['query']]).toEqual([{}, {}]);
    }
  });

  test('intersects comes back as it was sent: well-known text as text, a Feature as a Feature', async () => {
    const wkt = 'POLYGON((-106.81 35.32,-106.78 35.32,-106.78 35.35,-106.81 35.32))';
    expect((await swath.select({ intersects: wkt }))['intersects']).toBe(wkt);
    const ring = [
      [-106.81, 35.32],
      [-106.78, 35.32],
      [-106.78, 35.35],
      [-106.81, 35.32],
    ];
    const feature = { type: 'Feature', properties: { a: 1 }, geometry: { type: 'Polygon', coordinates: [ring] } };
    expect((await swath.select({ intersects: feature }))['intersects']).toEqual(feature);
  });

  test('a select that found nothing is a good one, and says why', async () => {
    const warnings = ['query.eo:cloud_cover.lte: 110 is outside of 0 to 100, so it matches nothing'];
    const nothing = { acquisitions: [], tiles: 0, areaSqkm: { fresh: 0, standard: 0, training: 0 }, warnings };
    swath.surveyBy(async () => found(nothing));
    const record = await swath.select({ bbox, query: { 'eo:cloud_cover': { lte: 110 } } });
    expect(record).toMatchObject({ status: 'SUCCEEDED', results: [], unique_acquisitions: 0, warnings });
    expect(record.usage?.['cost']).toMatchObject({ total_imagery_cost: 0 });
  });

  test('best_cover adds the cover', async () => {
    const cover = { percent: 97.5, acquisitions: ['a'], is_fewest: true, gaps: null };
    swath.surveyBy(async () => found({ cover }));
    expect(await swath.select({ bbox, best_cover: 95 })).toMatchObject({
      cover,
      request_details: { best_cover: 95 },
    });
    expect(await swath.select()).not.toHaveProperty('cover');
  });

  test('the same by an API key, with a trailing slash and under /api/v1', async () => {
    const { id: _, select_id: __, links: ___, ...wanted } = timeless(await swath.select());
    for (const path of ['/select/', '/api/v1/select', '/api/v1/select/'])
      for (const credential of [{ token: swath.token }, { key: swath.key }]) {
        const answer = await swath.ask('POST', path, { json: { bbox }, ...credential });
        expect([answer.status, timeless(answer.json<SelectRecord>())]).toEqual([200, expect.objectContaining(wanted)]);
      }
  });
});

describe('GET /select with select parameters', () => {
  test('200 with the same record as POST, whatever the spelling of the names', async () => {
    const query = { platform: { in: ['worldview-02'] } };
    const json = {
      bbox,
      query,
      stack_depth: 2,
      datetime: '2020-01/..',
      ids: ['a', 'b'],
      image_age_category: ['fresh'],
    };
    const { id: _, select_id: __, links: ___, ...posted } = timeless(await swath.select(json));
    const text = encodeURIComponent(JSON.stringify(query));
    for (const parameters of [
      `bbox=${bbox.join()}&query=${text}&stack_depth=2&datetime=2020-01/..&ids=a,b&image_age_category=fresh`,
      `BBOX=${bbox.join()}&Query=${text}&stackDepth=2&DATETIME=2020-01/..&ids=a,b&image-age-category=fresh&id=`,
    ]) {
      const answer = await swath.ask('GET', `/select?${parameters}`);
      expect([answer.status, timeless(answer.json<SelectRecord>())]).toEqual([200, expect.objectContaining(posted)]);
    }
    const [byGet, byPost] = swath.jobs.slice(-2).map(({ request }) => request);
    expect(byGet).toEqual({ ...byPost, unknownMembers: byGet!.unknownMembers });
  });
});

const priced = (prices: object, limits = {}) =>
  changeAccount(swath.url, swath.adminToken, swath.accountId, { prices, limits });

describe('usage', () => {
  test("costs what the organization's prices say, with its limits", async () => {
    const limits = { annual_subscription_fee_limit: 1_000, standard_imagery_fee_limit: 250.5 };
    const prices = { fresh_imagery_price: 20, standard_imagery_price: 1.115, training_imagery_price: 0 };
    expect((await priced(prices, limits)).json()).toMatchObject({ organization: { prices, limits } });
    const { usage, id } = await swath.select();
    expect(usage).toMatchObject({
      cost: {
        fresh_imagery_cost: 0,
        standard_imagery_cost: 28.99,
        training_imagery_cost: 0,
        total_imagery_cost: 28.99,
        estimate: true,
      },
      limits: { annual_subscription_fee_limit: 1_000, standard_imagery_fee_limit: 250.5, fresh_imagery_fee_limit: -1 },
      available: { total_imagery_balance: 1_000, standard_imagery_balance: 250.5, fresh_imagery_balance: -1 },
    });
    expect((await swath.ask('GET', `/select/${id}`)).json<SelectRecord>().usage).toEqual(usage);
  });

  test('a class that is used and has no price leaves its cost and the total open; one that is not used costs nothing', async () => {
    await priced({ fresh_imagery_price: null, standard_imagery_price: 2, training_imagery_price: null });
    expect((await swath.select()).usage?.['cost']).toEqual({
      fresh_imagery_cost: 0,
      standard_imagery_cost: 52,
      training_imagery_cost: null,
      total_imagery_cost: null,
      estimate: true,
    });
  });
});

describe('SWATH_AOI_MIN_SQKM and SWATH_AOI_MAX_SQKM', () => {
  test('400 with the figure outside of them; ids alone have no area', async () => {
    const small = await startSelectService({ SWATH_AOI_MIN_SQKM: '5', SWATH_AOI_MAX_SQKM: '100' });
    try {
      const refused = async (area: readonly number[]) =>
        (await small.ask('POST', '/select', { json: { bbox: area } })).json<{ message: string; code: string }>();
      expect(await refused([10, 50, 10.001, 50.001])).toMatchObject({
        code: 'invalid_parameters',
        message: expect.stringMatching(
          /^Bad Request: Problem with intersects\/bbox: the area of interest has 0\.00797 km2, it must have at least 5/,
        ) as string,
      });
      expect((await refused([-180, -90, 180, 90])).message).toMatch(/ has 51006\d{4} km2, it must have at most 100$/);
      expect((await refused([170, 0, -170, 20])).message).toMatch(/at most 100$/);
      expect((await small.select({ bbox: [10, 50, 10.1, 50.1] })).status).toBe('SUCCEEDED');
      expect((await small.select({ ids: ['a'] })).status).toBe('SUCCEEDED');
    } finally {
      await small.stop();
    }
  });
});
