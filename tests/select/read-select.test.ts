import { describe, expect, test } from 'vitest';
import { membersOfSelectQuery, readSelectRequest } from '../../server/src/select/read-select.ts';
import { planeArea } from './plane-area.ts';
import { polygon, refusal, square } from './request-support.ts';

const bbox = [-106.8, 35.1, -106.4, 35.4];
const read = (members: Record<string, unknown>) => readSelectRequest({ bbox, ...members });
const ofArea = (intersects: unknown) => readSelectRequest({ intersects }).aoi!;

const circle = (count: number) => {
  const ring = Array.from({ length: count - 1 }, (_, i) => {
    const angle = (i / (count - 1)) * 2 * Math.PI;
    return [10 + Math.cos(angle), 10 + Math.sin(angle)];
  });
  return polygon([...ring, ring[0]!]);
};

describe('the area of a select', () => {
  test('without area and ids it is missing', () => {
    expect(refusal({}).kind).toBe('aoi_missing');
    expect(refusal({ intersects: null, ids: [] }).kind).toBe('aoi_missing');
  });

  test('ids alone are enough', () => {
    expect(readSelectRequest({ ids: ['a', 'b', 'a'] })).toMatchObject({ aoi: null, ids: ['a', 'b'] });
    expect(readSelectRequest({ ids: 'a' }).ids).toEqual(['a']);
  });

  test('a geometry, a Feature, a FeatureCollection, its JSON text and well-known text are the same area', () => {
    const geometry = polygon(square(3, 4));
    const feature = { type: 'Feature', properties: {}, geometry };
    const collection = { type: 'FeatureCollection', features: [feature] };
    const wkt = 'POLYGON ((3 4, 4 4, 4 5, 3 5, 3 4))';
    for (const each of [geometry, feature, collection, JSON.stringify(geometry), wkt])
      expect(ofArea(each)).toEqual(geometry);
  });

  test('heights are dropped', () => {
    expect(ofArea('POLYGON Z ((3 4 9, 4 4 9, 4 5 9, 3 5 9, 3 4 9))')).toEqual(polygon(square(3, 4)));
  });

  test('features that overlap are joined', () => {
    const features = [0, 0.5].map((west) => ({ type: 'Feature', properties: {}, geometry: polygon(square(west, 0)) }));
    expect(planeArea(ofArea({ type: 'FeatureCollection', features }))).toBeCloseTo(1.5, 12);
  });

  test('points and lines beside polygons are ignored', () => {
    expect(ofArea('GEOMETRYCOLLECTION (POINT (9 9), POLYGON ((3 4, 4 4, 4 5, 3 5, 3 4)))')).toEqual(
      polygon(square(3, 4)),
    );
  });

  test.each(['POINT (1 1)', 'LINESTRING (0 0, 1 1)', 'GEOMETRYCOLLECTION (POINT (1 1))'])(
    '%s has no area: 400',
    (wkt) => {
      const { kind, message } = refusal({ intersects: wkt });
      expect([kind, message]).toEqual(['geometry_unusable', "'intersects' has no area"]);
    },
  );

  test('a bbox without width has no area: 400', () => {
    expect(refusal({ bbox: [1, 1, 1, 2] }).message).toBe("'bbox' has no area");
  });

  test('a bbox with west beyond east crosses the antimeridian', () => {
    const { aoi } = readSelectRequest({ bbox: [179, -18, -179, -17] });
    expect(aoi!.type).toBe('MultiPolygon');
    expect(planeArea(aoi!)).toBeCloseTo(2, 12);
  });

  test('bbox and intersects together are what they have in common', () => {
    const { aoi } = readSelectRequest({ intersects: polygon(square(0, 0, 2)), bbox: [1, 1, 5, 5] });
    expect(planeArea(aoi!)).toBeCloseTo(1, 12);
  });

  test('bbox and intersects without common area: 400', () => {
    const { kind, message } = refusal({ intersects: polygon(square(0, 0)), bbox: [1, 0, 2, 1] });
    expect([kind, message]).toEqual(['geometry_unusable', "'intersects' and 'bbox' have no area in common"]);
  });

  test('10,000 vertices are an area, 10,001 are not', () => {
    expect(planeArea(ofArea(circle(10_000)))).toBeCloseTo(Math.PI, 5);
    expect(refusal({ intersects: circle(10_001) })).toMatchObject({
      kind: 'geometry_unusable',
      message: expect.stringContaining('more than 10000 vertices'),
    });
  });

  test.each(['POLYGON ((', 'POLYGON ((a b))', 'nonsense', 'POLYGON EMPTY', '{"type":'])('%s: 400', (text) => {
    expect(refusal({ intersects: text }).kind).toBe('geometry_unusable');
  });
});

const span = (datetime: unknown) => {
  const { startMs, endMs } = read({ datetime }).datetime!;
  return [startMs, endMs].map((ms) => (ms === null ? null : new Date(ms).toISOString()));
};

describe('the datetime of a select', () => {
  test.each([
    ['2017/2021', '2017-01-01T00:00:00.000Z', '2021-12-31T23:59:59.999Z'],
    ['2020', '2020-01-01T00:00:00.000Z', '2020-12-31T23:59:59.999Z'],
    ['2020-02', '2020-02-01T00:00:00.000Z', '2020-02-29T23:59:59.999Z'],
    ['2021-02/2021-04', '2021-02-01T00:00:00.000Z', '2021-04-30T23:59:59.999Z'],
    ['2020-06-15', '2020-06-15T00:00:00.000Z', '2020-06-15T23:59:59.999Z'],
    ['2020-06-15T12:00:00Z', '2020-06-15T12:00:00.000Z', '2020-06-15T12:00:00.000Z'],
    ['2020-06-15T12:00:00+02:00/2021', '2020-06-15T10:00:00.000Z', '2021-12-31T23:59:59.999Z'],
    ['2020-06-15/..', '2020-06-15T00:00:00.000Z', null],
    ['../2020-06', null, '2020-06-30T23:59:59.999Z'],
    ['/2020', null, '2020-12-31T23:59:59.999Z'],
  ])('%s', (text, start, end) => {
    expect(span(text)).toEqual([start, end]);
  });

  test.each([
    'yesterday',
    '2020-13',
    '2020-02-30',
    '..',
    '../..',
    '',
    '2021/2020',
    'a/b/c',
    '2020/2021/2022',
    5,
    ['2020'],
    '20',
  ])('%j: 400 that names it', (datetime) => {
    const { kind, message } = refusal({ bbox, datetime });
    expect(kind).toBe('invalid_parameters');
    expect(message).toContain("'datetime' must");
  });
});

describe('the other members', () => {
  test('what is not given has its default', () => {
    expect(read({ stack_depth: null, ids: null, query: null, best_cover: null, name: null })).toMatchObject({
      stackDepth: 5,
      ids: null,
      collections: null,
      datetime: null,
      ages: null,
      bestCover: null,
      name: null,
      metadata: null,
      query: {},
      unknownMembers: [],
    });
  });

  test.each([0, -1, '3', 2.5, true, 101, [3], Number.NaN])('stack_depth %j: 400 with the rule', (stack_depth) => {
    const { kind, message } = refusal({ bbox, stack_depth });
    expect([kind, message]).toEqual(['invalid_parameters', "'stack_depth' must be a whole number from 1 to 100"]);
  });

  test.each([1, 100])('stack_depth %j', (stack_depth) => expect(read({ stack_depth }).stackDepth).toBe(stack_depth));

  test('image_age_category takes a list or one', () => {
    expect(read({ image_age_category: ['training', 'fresh'] }).ages).toEqual(['fresh', 'training']);
    expect(read({ image_age_category: 'standard' }).ages).toEqual(['standard']);
    expect(read({ image_age_category: [] }).ages).toBeNull();
    for (const image_age_category of ['old', ['fresh', 'old'], 5, {}, [['fresh']]])
      expect(refusal({ bbox, image_age_category }).message).toContain("'image_age_category' must be a list of fresh");
  });

  test('collections and ids take texts alone', () => {
    expect(read({ collections: 'a' }).collections).toEqual(['a']);
    expect(read({ collections: [] }).collections).toBeNull();
    for (const wrong of [5, [5], [''], {}, [null]])
      for (const member of ['ids', 'collections'])
        expect(refusal({ bbox, [member]: wrong }).message).toContain(`'${member}' must`);
  });

  test('best_cover is a percentage above 0, and of an area', () => {
    expect(read({ best_cover: 99.5 }).bestCover).toBe(99.5);
    for (const best_cover of [0, -1, 100.1, '90', true])
      expect(refusal({ bbox, best_cover }).message).toContain("'best_cover'");
    expect(refusal({ ids: ['a'], best_cover: 90 }).message).toContain("'best_cover' needs an area");
  });

  test('a name is a text', () => {
    expect(read({ name: 'mine', metadata: [1] })).toMatchObject({ name: 'mine', metadata: [1] });
    expect(refusal({ bbox, name: 5 }).message).toBe("'name' must be a text");
  });

  test.each([['a text'], [7], [[1]], [{ x: { y: { z: 1 } } }], [true]])('the query %j is never refused', (query) => {
    expect(read({ query })).toMatchObject({ query, asSent: { query } });
  });

  test('members that mean nothing are kept apart, and the others repeated as they came', () => {
    const sent = { bbox, stackDepth: 3, foo: 1, datetime: '2020', image_age_category: 'fresh' };
    const { unknownMembers, asSent } = readSelectRequest(sent);
    expect(unknownMembers).toEqual(['stackDepth', 'foo']);
    expect(asSent).toEqual({ bbox, datetime: '2020', image_age_category: 'fresh', query: {} });
  });
});

describe('a select by GET says the same as by POST', () => {
  const aoi = polygon(square(3, 4));
  const members = {
    intersects: aoi,
    bbox: [1, 2, 5, 6],
    ids: ['a', 'b'],
    datetime: '2020/..',
    query: { 'eo:cloud_cover': { lt: 10 } },
    stack_depth: 3,
    image_age_category: ['fresh', 'standard'],
    collections: ['c'],
    best_cover: 99.5,
    name: 'mine',
    metadata: { a: 1 },
  };
  const query = {
    intersects: JSON.stringify(aoi),
    BBox: '1, 2,5,6',
    ids: ['a', 'b'],
    datetime: '2020/..',
    Query: JSON.stringify(members.query),
    stackDepth: '3',
    'image-age-category': 'fresh,standard',
    collections: 'c',
    bestcover: '99.5',
    name: 'mine',
    metadata: '{"a":1}',
  };

  test('every member', () => {
    expect(membersOfSelectQuery(query)).toEqual(members);
    expect(readSelectRequest(membersOfSelectQuery(query))).toEqual(readSelectRequest(members));
  });

  test('lists as JSON', () => {
    expect(membersOfSelectQuery({ bbox: '[1,2,3,4]', ids: '["a","b"]' })).toEqual({
      bbox: [1, 2, 3, 4],
      ids: ['a', 'b'],
    });
  });

  test('an empty parameter was not given; what is unknown stays', () => {
    expect(membersOfSelectQuery({ ids: '', datetime: ' ', foo: 'x' })).toEqual({ foo: 'x' });
  });

  test('a query that is no JSON is a text, and is not refused', () => {
    expect(membersOfSelectQuery({ query: '{"a":' })).toEqual({ query: '{"a":' });
    expect(membersOfSelectQuery({ query: '{"__proto__":{}}' })).toEqual({ query: '{"__proto__":{}}' });
  });

  test.each(['x', '2.5', '0', '1e3'])('stackDepth=%s: 400', (text) => {
    const given = membersOfSelectQuery({ bbox: '1,2,3,4', stackDepth: text });
    expect(refusal({ ...given }).message).toContain("'stack_depth' must");
  });

  test('a member in two spellings, or twice: 400', () => {
    expect(() => membersOfSelectQuery({ stack_depth: '1', stackDepth: '2' })).toThrow('another spelling');
    expect(() => membersOfSelectQuery({ datetime: ['2020', '2021'] })).toThrow('given once');
  });

  test('a bbox with a word: 400', () => {
    expect(refusal({ ...membersOfSelectQuery({ bbox: '1,2,three,4' }) }).kind).toBe('geometry_unusable');
  });
});
