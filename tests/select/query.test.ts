import { describe, expect, test } from 'vitest';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { compileQuery } from '../../server/src/select/query/compile-query.ts';
import { pushedFilter } from '../../server/src/select/query/pushed-filter.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

type Values = Readonly<Record<string, unknown>>;

const tile: Values = {
  platform: 'worldview-03',
  'eo:cloud_cover': 12,
  'view:off_nadir': 20.5,
  collect_month_day: '12-24',
  collect_month: '12',
  datetime: '2020-12-24T10:11:12.500000Z',
  date: '2020-12-24',
  instruments: ['VNIR'],
  gsd: 0.3,
  flag: true,
  nothing: null,
};

const matches = (query: unknown, values: Values = tile): boolean => {
  const { conditions, isHopeless } = compileQuery(query);
  return !isHopeless && conditions.every(({ field, holds }) => holds(values[field]) === true);
};
const flawsOf = (query: unknown) => compileQuery(query).flaws;

describe('operators', () => {
  test.each([
    [{}, true],
    [{ platform: { eq: 'worldview-03' } }, true],
    [{ platform: { eq: 'worldview-02' } }, false],
    [{ platform: { neq: 'worldview-02' } }, true],
    [{ platform: { neq: 'worldview-03' } }, false],
    [{ platform: { ne: 'worldview-02' } }, true],
    [{ platform: { ne: 'worldview-03' } }, false],
    [{ platform: { in: ['a', 'worldview-03'] } }, true],
    [{ platform: { in: [] } }, false],
    [{ platform: { 'not-in': ['a'] } }, true],
    [{ platform: { 'not-in': ['worldview-03'] } }, false],
    [{ platform: { contains: 'view' } }, true],
    [{ 'eo:cloud_cover': { lt: 12 } }, false],
    [{ 'eo:cloud_cover': { lte: 12 } }, true],
    [{ 'eo:cloud_cover': { gt: 12 } }, false],
    [{ 'eo:cloud_cover': { gte: 12 } }, true],
    [{ 'eo:cloud_cover': { gt: 5, lt: 20 } }, true],
    [{ 'eo:cloud_cover': { gt: 5, lt: 10 } }, false],
    [{ 'eo:cloud_cover': { between: [12, 13] } }, true],
    [{ 'eo:cloud_cover': { between: [13, 20] } }, false],
    [{ 'eo:cloud_cover': { or: [{ lt: 5 }, { gt: 10 }] } }, true],
    [{ 'eo:cloud_cover': { or: [] } }, false],
    [{ 'eo:cloud_cover': { and: [{ gt: 5 }, { lt: 20 }] } }, true],
    [{ 'eo:cloud_cover': { and: { gt: 5, lt: 10 } } }, false],
    [{ 'eo:cloud_cover': { not: { lt: 5 } } }, true],
    [{ 'eo:cloud_cover': { not: { not: { lt: 20 } } } }, true],
    [{ instruments: { contains: 'VNIR' } }, true],
    [{ instruments: { 'not-contains': 'SWIR' } }, true],
    [{ instruments: { 'not-contains': 'VNIR' } }, false],
    [{ instruments: { contains: ['VNIR', 'SWIR'] } }, false],
    [{ instruments: { 'not-contains': ['SWIR', 'CAVIS'] } }, true],
    [{ flag: { eq: true } }, true],
    [{ flag: { eq: false } }, false],
    [{ gsd: { lt: 0.4 } }, true],
    [{ platform: {} }, true],
  ])('%j: %s', (query, expected) => expect(matches(query)).toBe(expected));

  test('a season across the turn of the year', () => {
    const season = { collect_month_day: { or: [{ gte: '12-21' }, { lte: '03-20' }] } };
    const inSeason = (day: string) => matches(season, { collect_month_day: day });
    expect(['12-20', '12-21', '01-01', '03-20', '03-21'].map(inSeason)).toEqual([false, true, true, true, false]);
  });

  test('dates stand for their whole day', () => {
    expect(matches({ datetime: { lte: '2020-12-24' } })).toBe(true);
    expect(matches({ datetime: { lt: '2020-12-24' } })).toBe(false);
    expect(matches({ datetime: { between: ['2020-12-01T00:00:00Z', '2020-12-24T10:11:12.5Z'] } })).toBe(true);
    expect(matches({ datetime: { eq: '2020-12-24T11:11:12.5+01:00' } })).toBe(true);
    expect(matches({ date: { gte: '2020-12-25' } })).toBe(false);
  });
});

describe('what means nothing matches nothing, nor does its contrary', () => {
  test.each([
    [{ 'eo:cloud_cover': { gte: 110 } }],
    [{ 'eo:cloud_cover': { lte: 110 } }],
    [{ 'eo:cloud_cover': { gt: -1 } }],
    [{ 'eo:cloud_cover': { between: [0, 110] } }],
    [{ 'eo:cloud_cover': { in: [110] } }],
    [{ 'view:off_nadir': { lt: 91 } }],
    [{ 'view:azimuth': { lt: 361 } }],
    [{ pan_resolution_avg: { gt: 0 } }],
    [{ collect_month: { lte: '13' } }],
    [{ collect_month: { gte: 1 } }],
    [{ collect_month_day: { gte: '1-1' } }],
    [{ 'tile:zone': { lte: 61 } }],
    [{ platform: { eq: 5 } }],
    [{ platform: { like: 'w%' } }],
    [{ platform: { eq: null } }],
    [{ platform: { eq: ['worldview-03'] } }],
    [{ platform: { in: 'worldview-03' } }],
    [{ platform: 'worldview-03' }],
    [{ platform: null }],
    [{ platform: ['worldview-03'] }],
    [{ 'eo:cloud_cover': { lt: '20' } }],
    [{ gsd: { lt: {} } }],
    [{ flag: { lt: true } }],
    [{ gsd: { between: [0] } }],
    [{ gsd: { between: [0, 'a'] } }],
    [{ gsd: { or: { lt: 1 } } }],
    [{ gsd: { or: [5] } }],
    [{ gsd: { not: 5 } }],
    [{ or: [{ gsd: { lt: 1 } }] }],
    [{ platform: { contains: {} } }],
  ] as [Record<string, unknown>][])('%j', (query) => {
    const compiled = compileQuery(query);
    expect(compiled.isHopeless).toBe(true);
    expect(compiled.flaws).toHaveLength(1);
    expect(compiled.flaws[0]).toMatch(/^query\..+: .+, so it matches nothing$/);
    const [[field, spec]] = Object.entries(query) as [[string, unknown]];
    expect(matches({ [field]: { not: spec } })).toBe(false);
  });

  test.each(['a text', 5, [], [{}], true])('a query that is %j', (query) => {
    expect(compileQuery(query)).toMatchObject({
      isHopeless: true,
      flaws: ['query: it is not an object, so it matches nothing'],
    });
  });

  test('the reason is told', () => {
    expect(flawsOf({ 'eo:cloud_cover': { lte: 110 } })).toEqual([
      'query.eo:cloud_cover.lte: 110 is outside of 0 to 100, so it matches nothing',
    ]);
    expect(flawsOf({ platform: { like: 'x' } })).toEqual([
      "query.platform.like: 'like' is not an operator, so it matches nothing",
    ]);
    expect(flawsOf({ platform: { eq: 5 } })).toEqual(['query.platform.eq: 5 is no text, so it matches nothing']);
    expect(flawsOf({ pan_resolution_avg: { gt: 0 } })[0]).toContain('0 is outside of what is above 0');
  });

  test('an absent value', () => {
    for (const op of [
      { eq: 'a' },
      { neq: 'a' },
      { 'not-in': ['a'] },
      { 'not-contains': 'a' },
      { not: { eq: 'a' } },
      { or: [{ neq: 'a' }] },
    ])
      for (const field of ['nothing', 'missing']) expect(matches({ [field]: op })).toBe(false);
  });

  test('a value of another type', () => {
    expect(matches({ gsd: { eq: '0.3' } })).toBe(false);
    expect(matches({ gsd: { neq: '0.3' } })).toBe(false);
    expect(matches({ instruments: { eq: 'VNIR' } })).toBe(false);
    expect(matches({ instruments: { not: { eq: 'VNIR' } } })).toBe(false);
    expect(matches({ gsd: { contains: 'x' } })).toBe(false);
  });

  test('a part of OR leaves the others, and is told', () => {
    const query = { 'eo:cloud_cover': { or: [{ lte: 110 }, { lt: 20 }] } };
    expect(matches(query)).toBe(true);
    expect(flawsOf(query)).toEqual([
      'query.eo:cloud_cover.or[0].lte: 110 is outside of 0 to 100, so it matches nothing',
    ]);
  });

  test('an element of IN outside of the range leaves the others', () => {
    expect(matches({ 'eo:cloud_cover': { in: [110, 12] } })).toBe(true);
    expect(matches({ 'eo:cloud_cover': { 'not-in': [110, 5] } })).toBe(false);
  });

  test('what is nested without end, or longer than any, and nothing throws', () => {
    let deep: unknown = { eq: 'a' };
    for (let i = 0; i < 5_000; i++) deep = { not: deep };
    expect(matches({ platform: deep })).toBe(false);
    expect(flawsOf({ platform: deep })).toHaveLength(1);
    const long = { platform: { or: Array.from({ length: 100_000 }, () => ({ eq: 'a' })) } };
    expect(matches(long)).toBe(false);
    expect(flawsOf(long).length).toBeLessThan(3);
    expect(matches({ platform: { in: Array.from({ length: 5_001 }, () => 'worldview-03') } })).toBe(false);
    expect(matches(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, { x: 1 }])))).toBe(false);
  });
});

describe('what the index is asked for', () => {
  const declared = new Set(['eo:cloud_cover', 'platform', 'gsd', 'datetime', 'aoi:data_percentage']);

  test('declared names alone, and never what is reckoned here', () => {
    expect(
      pushedFilter({ other: { lt: 5 }, 'aoi:data_percentage': { gt: 1 }, datetime: { gt: '2020' } }, declared),
    ).toBeNull();
    expect(pushedFilter('text', declared)).toBeNull();
    expect(pushedFilter({ platform: { eq: '2020-01-01' }, gsd: { or: [{ lt: 1 }] } }, declared)).toBeNull();
    expect(pushedFilter({ platform: { eq: 'a' }, gsd: { between: [0, 1] } }, declared)).toMatchObject({ kind: 'and' });
    expect(pushedFilter({ collection: { in: ['a', 'b'] } }, declared)).toMatchObject({ kind: 'in' });
  });

  test('whatever the query matches, the filter is true of', () => {
    const seed = testSeed();
    const random = createRandom(seed);
    const values = [
      'a',
      'b',
      '2020-01-01',
      '2020-01-01T00:00:00Z',
      0,
      5,
      50,
      100,
      110,
      -1,
      true,
      null,
      ['a'],
      {},
      [0, 50],
      ['a', 'b'],
      [5, 'a'],
    ];
    const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'not-in', 'between', 'contains'];
    let pushed = 0;
    let matched = 0;
    for (let i = 0; i < 20_000; i++) {
      const query = Object.fromEntries(
        ['eo:cloud_cover', 'platform', 'gsd']
          .filter(() => random.chance(0.6))
          .map((field) => [field, { [random.pick(operators)]: random.pick(values) }]),
      );
      const properties = Object.fromEntries(
        ['eo:cloud_cover', 'platform', 'gsd'].map((field) => [field, random.pick(values)]),
      );
      const filter = pushedFilter(query, declared);
      if (filter === null) continue;
      pushed++;
      if (!matches(query, properties)) continue;
      matched++;
      if (compileFilter(filter)({ properties }) !== true)
        throw new Error(`${seed}: ${JSON.stringify({ query, properties })}`);
    }
    expect(pushed).toBeGreaterThan(1_000);
    expect(matched).toBeGreaterThan(100);
  });
});
