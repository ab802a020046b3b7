import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert, invalidParameters } from '../../support/assert.ts';
import { type SelectRecord, type SelectService, bbox, startSelectService } from './support-select.ts';

let swath: SelectService;

beforeAll(async () => {
  swath = await startSelectService();
});
afterAll(() => swath.stop());

const post = (json: unknown) => swath.ask('POST', '/select', { json });

const unparsable = {
  status: 400,
  code: 'unparsable_body',
  type: 'invalid_request_error',
  message: 'Bad Request: Unable to Parse Request Body',
};
const missing = { ...invalidParameters, message: "Bad Request: Either 'intersects' or 'bbox' is required" };
const unusable = { ...invalidParameters, message: /^Bad Request: Problem with intersects\/bbox: ./ };
const naming = (member: string) => ({
  ...invalidParameters,
  message: new RegExp(`^Bad Request: '${member}' (?:must|needs) `),
});

const triangle = [
  [10, 50],
  [10.1, 50],
  [10.1, 50.1],
  [10, 50],
];

/** A ring of so many positions, the first and last of which are the same. */
function circle(positions: number) {
  const ring = Array.from({ length: positions - 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    return [10 + Math.cos(angle), 50 + Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

describe('POST /select 400', () => {
  test.each([
    ['no member at all', {}],
    ['a query alone', { query: {} }],
    ['area and ids null', { intersects: null, bbox: null, ids: null }],
    ['no ids in ids', { ids: [] }],
  ])('without area and ids: %s', async (_, json) => assert.refusal(await post(json), missing));

  test('without a body', async () => {
    assert.refusal(await swath.ask('POST', '/select'), missing);
    assert.refusal(
      await swath.ask('POST', '/select', { raw: '', headers: { 'content-type': 'application/json' } }),
      missing,
    );
  });

  test.each(['{', '{"bbox":[1,2,3,4],}', 'bbox=1,2,3,4', '\u0000', '{"a":1,"a":2}x'])(
    'body that is no JSON: %j',
    async (raw) => {
      assert.refusal(
        await swath.ask('POST', '/select', { raw, headers: { 'content-type': 'application/json' } }),
        unparsable,
      );
    },
  );

  test.each([[[]], ['text'], [5], [true], [null]])('body that is no object: %j', async (json) => {
    assert.refusal(await post(json), { ...invalidParameters, message: "Bad Request: 'body' must be an object" });
  });

  test.each<[string, object]>([
    ['empty polygon', { intersects: { type: 'Polygon', coordinates: [] } }],
    ['open ring', { intersects: { type: 'Polygon', coordinates: [triangle.slice(0, 3)] } }],
    ['bow-tie', { intersects: 'POLYGON((0 0,1 1,1 0,0 1,0 0))' }],
    ['point', { intersects: { type: 'Point', coordinates: [1, 2] } }],
    ['line', { intersects: 'LINESTRING(0 0,1 1)' }],
    ['garbage', { intersects: 'POLYGONE((0 0,1 1,1 0,0 0))' }],
    ['unfinished text', { intersects: 'POLYGON((0 0,1 1' }],
    ['no geometry', { intersects: { type: 'Feature' } }],
    ['number', { intersects: 5 }],
    [
      'latitude out of range',
      { intersects: { type: 'Polygon', coordinates: [triangle.map(([x, y]) => [x, y! + 50])] } },
    ],
    ['bbox of three', { bbox: [1, 2, 3] }],
    ['bbox of texts', { bbox: ['1', '2', '3', '4'] }],
    ['bbox out of range', { bbox: [0, 0, 10, 100] }],
    ['bbox upside down', { bbox: [0, 10, 1, 0] }],
    ['bbox without area', { bbox: [1, 1, 1, 1] }],
    ['area and bbox apart', { bbox: [1, 1, 2, 2], intersects: 'POLYGON((10 10,11 10,11 11,10 10))' }],
    ['10,001 positions', { intersects: circle(10_001) }],
  ])('area that cannot be used: %s', async (_, json) => assert.refusal(await post(json), unusable));

  test('a bow-tie comes with a geometry that would do', async () => {
    const { message } = (await post({ intersects: 'POLYGON((0 0,1 1,1 0,0 1,0 0))' })).json<{ message: string }>();
    const repaired = /; repaired: (.+)$/.exec(message)?.[1];
    expect(repaired).toMatch(/^MULTIPOLYGON/);
    expect((await post({ intersects: repaired })).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['stack_depth', 0],
    ['stack_depth', -1],
    ['stack_depth', '3'],
    ['stack_depth', 2.5],
    ['stack_depth', 101],
    ['stack_depth', true],
    ['datetime', 'yesterday'],
    ['datetime', '2020-13-01'],
    ['datetime', '2021/2020'],
    ['datetime', 5],
    ['image_age_category', ['ancient']],
    ['image_age_category', 3],
    ['ids', [1]],
    ['collections', {}],
    ['best_cover', 0],
    ['best_cover', 101],
    ['best_cover', '95'],
    ['name', 5],
    ['name', 'x'.repeat(201)],
  ])('%s: %j', async (member, value) => assert.refusal(await post({ bbox, [member]: value }), naming(member)));

  test.each(['crs of the collection', 'crs of a feature', 'crs of a geometry'])('%s', async (where) => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32633' } };
    const at = (place: string) => (where.endsWith(place) ? { crs } : {});
    const geometry = { type: 'Polygon', coordinates: [triangle], ...at('geometry') };
    const feature = { type: 'Feature', properties: {}, ...at('feature'), geometry };
    const intersects = { type: 'FeatureCollection', ...at('collection'), features: [feature] };
    assert.refusal(await post({ intersects }), { ...unusable, message: /crs.*EPSG::32633/ });
  });

  test('GET says the same', async () => {
    assert.refusal(await swath.ask('GET', `/select?bbox=${bbox.join()}&stack_depth=0`), naming('stack_depth'));
    assert.refusal(await swath.ask('GET', `/select?bbox=${bbox.join()}&datetime=yesterday`), naming('datetime'));
    assert.refusal(await swath.ask('GET', '/select?bbox=1,2,3'), unusable);
    assert.refusal(await swath.ask('GET', '/select?intersects=garbage'), unusable);
  });

  test('a body with far too many positions is told so, however large it is', async () => {
    const json = { intersects: circle(60_000) };
    expect(JSON.stringify(json).length).toBeGreaterThan(1_048_576);
    assert.refusal(await post(json), { ...invalidParameters, message: /too many positions: .* at most 10000/ });
  });
});

describe('POST /select 200', () => {
  test.each<[string, object]>([
    ['10,000 positions', { intersects: circle(10_000) }],
    ['heights', { intersects: { type: 'Polygon', coordinates: [triangle.map(([x, y]) => [x, y, 300])] } }],
    ['the whole world', { bbox: [-180, -90, 180, 90] }],
    ['an area across the antimeridian', { bbox: [179, -20, -179, -18] }],
    ['ids alone', { ids: ['103001005D31F500'] }],
    ['a query that is a text', { bbox, query: 'x' }],
    ['a query of weird shape', { bbox, query: { a: [[]], b: null, toString: { eq: {} }, '': { '': 1 } } }],
    ['members of other services', { bbox, settings: {}, dry_run: false }],
  ])('%s', async (_, json) => expect((await post(json)).status).toBe(200));

  test('members that mean nothing are named in warnings, in any case', async () => {
    const record = (await post({ bbox, settings: {}, stackDepth: 3 })).json<SelectRecord>();
    expect(record.warnings).toEqual([
      'settings: it is no member of a select and was ignored',
      "stackDepth: it is no member of a select and was ignored; 'stack_depth' is",
    ]);
    const read = (await swath.ask('GET', `/select/${record.id}`)).json<SelectRecord>();
    expect(read.warnings).toEqual(record.warnings);
    const byGet = (await swath.ask('GET', `/select?bbox=${bbox.join()}&settings=1`)).json<SelectRecord>();
    expect(byGet.warnings).toEqual(['settings: it is no member of a select and was ignored']);
  });
});

describe('other requests', () => {
  test('405 names what is allowed', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/select', 'POST, GET, HEAD'],
      ['DELETE', '/select/5725301122138062875', 'GET, HEAD'],
      ['POST', '/selects', 'GET, HEAD'],
      ['POST', '/select/files/5725301122138062875.csv', 'GET, HEAD'],
    ] as const) {
      const answer = await swath.ask(method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining(allow)]);
    }
  });

  test('413 for a body that is only too large', async () => {
    const answer = await post({ bbox, metadata: 'x'.repeat(1_100_000) });
    expect([answer.status, answer.json()['message']]).toEqual([
      413,
      expect.stringContaining('Request Entity Too Large'),
    ]);
  });

  test('415 for a body that is no JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await swath.ask('POST', '/select', { raw: JSON.stringify({ bbox }), headers })).status).toBe(415);
  });
});
