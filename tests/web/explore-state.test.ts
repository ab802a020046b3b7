import type { Item } from '@swath/client';
import { describe, expect, test } from 'vitest';
import { conditionsText, readConditions, withCondition } from '../../web/src/explore/conditions.ts';
import { filterFields, inTwo, unshownNames } from '../../web/src/explore/filter-fields.ts';
import { filterOf } from '../../web/src/explore/filter-of.ts';
import { handOver } from '../../web/src/explore/hand-over.ts';
import { histogramOf, stepFor, ticksOf } from '../../web/src/explore/histogram.ts';
import { keyOf, readKey } from '../../web/src/explore/item-key.ts';
import { acquisitionOf } from '../../web/src/explore/acquisition-of.ts';
import { conditionsOf, searchOf } from '../../web/src/explore/search-request.ts';
import { searchSnippet } from '../../web/src/explore/search-snippet.ts';
import { valueText } from '../../web/src/explore/value-text.ts';
import { isGoingOn, stepAt, stepText } from '../../web/src/explore/step.ts';
import { type ExploreState, isNarrowed, printState, readState } from '../../web/src/explore/state.ts';

const read = (address: string) => readState(new URLSearchParams(address));
const usual = read('');

const full: ExploreState = {
  q: 'old town & "river" <b>',
  collections: ['a,b', 'c%2Cd', '<img src=x>', 'ünïcode'],
  period: { from: '2021-04-01', to: '2024-02-29' },
  conditions: {
    'eo:cloud_cover': { kind: 'range', least: null, most: 20 },
    platform: { kind: 'among', values: ['Fieldlark-1', "O'Hara"] },
    'is:nice': { kind: 'among', values: [true] },
    title: { kind: 'holds', text: '50%_\\' },
  },
  aoi: 'POLYGON((8 47,9 47,9 48,8 47))',
  sort: 'clearest',
  view: { center: [8.54, 47.37], zoom: 11.25 },
  item: keyOf({ collection: 'a/b', id: '../x?y=1&z' }),
  shown: [keyOf({ collection: 'c', id: 'one' }), keyOf({ collection: 'c', id: 'two' })],
  compared: [keyOf({ collection: 'c', id: 'one' }), keyOf({ collection: 'c', id: 'two' })],
  pane: 'map',
};

describe('the address of Explore', () => {
  test('is empty when everything is as usual', () => {
    expect(printState(usual).toString()).toBe('');
    expect(isNarrowed(usual)).toBe(false);
  });

  test('reproduces the whole state, whatever names are in it', () => {
    const address = printState(full).toString();
    expect(read(address)).toEqual(full);
    expect(printState(read(address)).toString()).toBe(address);
    expect(isNarrowed(full)).toBe(true);
  });

  test('keeps a view of the whole world on a small map, whose zoom is below zero', () => {
    const view = { center: [0, 20], zoom: -0.75 } as const;
    expect(read(printState({ ...usual, view }).toString()).view).toEqual(view);
  });

  test.each([
    'view=1,2',
    'view=a,b,c',
    'view=1,91,3',
    'view=1,2,99',
    'view=1,2,-3',
    'view=,,',
    'view=1,2,3,4',
    'view=NaN,0,0',
    'where=',
    'where={',
    'where=[]',
    'where=null',
    'where="x"',
    'where={"a":null,"b":{},"c":[],"d":"","e":[{}],"f":{"least":"1"}}',
    'datetime=yesterday',
    'datetime=2021-02-30',
    'datetime=/',
    'datetime=../..',
    'datetime=2021',
    'item=',
    'item=a',
    'item=a/b/c',
    'item=%25zz/b',
    'item=/b',
    'show=%25%25',
    'compare=a/b',
    'compare=a/b&compare=a/b',
    'sort=constructor',
    'pane=__proto__',
    'collections=,,',
    'nothing=1',
  ])('%s says nothing', (address) => {
    expect(read(address)).toEqual(usual);
  });

  test('what is broken takes nothing else with it', () => {
    expect(read('where={"a":{"most":5},"b":7}&view=x&q=town').conditions).toEqual({
      a: { kind: 'range', least: null, most: 5 },
    });
  });

  test('names of objects themselves are names like others', () => {
    const conditions = readConditions('{"__proto__":["x"],"constructor":["y"]}');
    expect(Object.keys(conditions)).toEqual(['__proto__', 'constructor']);
    expect(readConditions(conditionsText(conditions))).toEqual(conditions);
    expect(Object.keys(withCondition(conditions, '__proto__', null))).toEqual(['constructor']);
  });

  test('ends in the wrong order change places; moments count as their days', () => {
    expect(read('datetime=2024-01-01/2021-01-01').period).toEqual({ from: '2021-01-01', to: '2024-01-01' });
    expect(read('datetime=2024-01-01T10:00:00Z/..').period).toEqual({ from: '2024-01-01', to: null });
    expect(read('datetime=2024-01-01').period).toEqual({ from: '2024-01-01', to: '2024-01-01' });
  });

  test('too much is cut', () => {
    const many = Array.from({ length: 500 }, (_, at) => `c${at}`);
    const state = read(
      `collections=${many.join(',')}&${many.map((id) => `show=a/${id}`).join('&')}&q=${'x'.repeat(9_999)}`,
    );
    expect([state.collections.length, state.shown.length, state.q.length]).toEqual([200, 12, 2_000]);
  });

  test('keys of items hold any id', () => {
    for (const item of [
      { collection: 'a/b', id: '..' },
      { collection: '%2F', id: 'x y+z&#?' },
    ])
      expect(readKey(keyOf(item))).toEqual(item);
  });
});

describe('a step of the history', () => {
  test('is what is searched for and compared, not where the map looks or what is open', () => {
    expect(stepText({ ...full, view: null, item: null, shown: [], pane: 'list' })).toBe(stepText(full));
    expect(stepText({ ...full, q: '' })).not.toBe(stepText(full));
    expect(stepText({ ...full, compared: null })).not.toBe(stepText(full));
  });

  test('goes on while the same is changed without a pause, and ends when somebody goes back', () => {
    const latest = stepAt('q=ri', { q: 'ri' }, 1_000);
    expect(isGoingOn(latest, 'q=ri', stepAt('q=river', { q: 'river' }, 2_500))).toBe(true);
    expect(isGoingOn(latest, 'q=ri', stepAt('q=river', { q: 'river' }, 3_500))).toBe(false);
    expect(isGoingOn(latest, 'q=ri', stepAt('sort=oldest', { sort: 'oldest' }, 1_500))).toBe(false);
    expect(isGoingOn(latest, '', stepAt('q=river', { q: 'river' }, 1_500))).toBe(false);
  });
});

describe('what is sent to the service', () => {
  test('has whole days, the area, and the conditions as CQL2-JSON', () => {
    expect(searchOf({ ...full, aoi: '8,47,9,48' })).toEqual({
      collections: full.collections,
      datetime: '2021-04-01T00:00:00Z/2024-02-29T23:59:59.999Z',
      q: full.q,
      bbox: [8, 47, 9, 48],
      filter: filterOf(full.conditions),
      'filter-lang': 'cql2-json',
      sortby: [
        { field: 'eo:cloud_cover', direction: 'asc' },
        { field: 'datetime', direction: 'desc' },
      ],
    });
    expect(conditionsOf(full)).toMatchObject({ intersects: { type: 'Polygon' } });
    expect(searchOf(usual)).toEqual({});
    expect(() => searchOf({ ...usual, aoi: 'nowhere' })).toThrow(/./);
  });

  test('signs of patterns in a text are themselves', () => {
    expect(filterOf({ title: { kind: 'holds', text: '50%_\\' } })).toEqual({
      op: 'like',
      args: [
        { op: 'casei', args: [{ property: 'title' }] },
        { op: 'casei', args: [String.raw`%50\%\_\\%`] },
      ],
    });
    expect(filterOf({ gsd: { kind: 'range', least: 0.3, most: 0.5 } })).toMatchObject({ op: 'and' });
    expect(filterOf({})).toBeUndefined();
  });

  test('is handed over to other pages in their words', () => {
    const address = new URLSearchParams(handOver('/app/select', full).split('?')[1]);
    expect([address.get('datetime'), address.get('aoi')]).toEqual([
      '2021-04-01T00:00:00Z/2024-02-29T23:59:59.999Z',
      full.aoi,
    ]);
    expect(JSON.parse(address.get('filter')!)).toEqual(filterOf(full.conditions));
    expect(handOver('/app/select', usual)).toBe('/app/select');
  });

  test('stays one argument of a shell', () => {
    const code = searchSnippet('curl', { url: 'http://x', vendor: 'vendor', request: { q: "it's $(rm)" } });
    expect(code).toContain(String.raw`it'\''s $(rm)`);
  });

  test('names the vendor where it is not the usual one', () => {
    expect(searchSnippet('TypeScript', { url: 'http://x', vendor: 'acme', request: {} })).toContain("vendor: 'acme'");
  });
});

describe('filters from queryables', () => {
  const fields = filterFields({
    properties: {
      'eo:cloud_cover': { type: 'number', minimum: 0, maximum: 81 },
      platform: { type: 'string', enum: ['b', 'a'] },
      many: { type: 'string', enum: Array.from({ length: 99 }, String) },
      nice: { type: 'boolean' },
      updated: { type: 'string', format: 'date-time' },
      bands: { type: 'array' },
      mixed: { type: ['string', 'number'] },
      datetime: { type: 'string', format: 'date-time' },
      collection: { type: 'string', enum: ['x'] },
      geometry: {},
    },
  });

  test('follow the types and values', () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['eo:cloud_cover', 'range'],
      ['platform', 'among'],
      ['many', 'holds'],
      ['nice', 'among'],
    ]);
  });

  test('conditions that none of them shows are known', () => {
    const fields = [
      { kind: 'range', name: 'gsd', least: 0, most: 1 },
      { kind: 'holds', name: 'platform' },
    ] as const;
    const conditions = read(`where=${JSON.stringify({ gsd: { most: 1 }, platform: ['a'], gone: 'x' })}`).conditions;
    expect(unshownNames(conditions, fields)).toEqual(['platform', 'gone']);
  });

  test('the usual ones come first', () => {
    const [usualOnes, rest] = inTwo(fields);
    expect([usualOnes.map(({ name }) => name), rest.map(({ name }) => name)]).toEqual([
      ['eo:cloud_cover', 'platform'],
      ['many', 'nice'],
    ]);
  });
});

const bucket = (key: string, frequency: number) => ({ key, frequency });

describe('the timeline', () => {
  test('has months, years where there are many, and nothing where nothing is', () => {
    const months = [bucket('2021-12-01T00:00:00.000Z', 2), bucket('2021-01-01T00:00:00.000Z', 3)];
    const byMonth = histogramOf(months, 'month')!;
    expect(byMonth.bars.map(({ count }) => count)).toEqual([3, 2]);
    expect([byMonth.startMs, byMonth.endMs]).toEqual([Date.UTC(2021, 0), Date.UTC(2022, 0)]);
    expect(histogramOf(months, 'year')!.bars).toEqual([
      { startMs: Date.UTC(2021, 0), endMs: Date.UTC(2022, 0), count: 5 },
    ]);
    expect(histogramOf([], 'month')).toBeNull();
    expect(histogramOf([bucket('never', 1)], 'month')).toBeNull();
  });

  test('its step follows from its length', () => {
    const [day, year] = [86_400_000, 366 * 86_400_000];
    expect([stepFor(0, 30 * day), stepFor(0, 2 * year), stepFor(0, 50 * year)]).toEqual(['day', 'month', 'year']);
    const long = histogramOf([bucket('1950-01-01T00:00:00Z', 1), bucket('2026-01-01T00:00:00Z', 1)], 'year')!;
    expect(ticksOf(long).length).toBeLessThanOrEqual(6);
  });
});

test.each([
  [{ id: 'x', properties: { catalog_id: 'C1', acquisition_id: 'A1' } }, 'C1'],
  [{ id: 'x', properties: { catalog_id: '', acquisition_id: 'A1' } }, 'A1'],
  [{ id: 'x', properties: { catalog_id: 5 } }, 'x'],
  [{ id: 'a b', properties: {} }, null],
  [{ id: 'x', properties: { catalog_id: 'a,b' } }, null],
])('the item %j is ordered as %s', (item, acquisition) => {
  expect(acquisitionOf({ collection: 'c', geometry: null, assets: {}, ...item } as unknown as Item)).toBe(acquisition);
});

test('moments of items are told by the clock that their days are of', () => {
  expect(valueText('2015-01-11T01:02:03Z')).toBe('11 January 2015 at 01:02:03 UTC');
  expect(valueText('2015-01-11T23:30:00-10:00')).toMatch(/^12 January 2015 .* UTC$/);
});
