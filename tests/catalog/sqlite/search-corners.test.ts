import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../../server/src/catalog/item.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { readPageToken, writePageToken } from '../../../server/src/catalog/page-token.ts';
import { readSort } from '../../../server/src/catalog/sort.ts';
import type { Tuning } from '../../../server/src/adapters/sqlite/catalog/reading/tuning.ts';
import { makeItem, square } from '../contract/fixtures.ts';
import { truthOf } from './compare-pages.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';
import type { Body } from './many-searches.ts';

const nearlyMinusOne = -0.9999999999999999;
const timed = (id: string, datetime: string | null, more: object = {}) =>
  makeItem(id, { properties: { datetime, ...more } });

const corners: readonly Item[] = [
  timed('first', '0000-01-01T00:00:00Z'),
  timed('last', '9999-12-31T23:59:59.5Z'),
  timed('very-last', '9999-12-31T23:59:59.999999999Z'),
  timed('ages', '9999-12-31T23:59:59.7Z', { start_datetime: '0000-01-01T00:00:00Z' }),
  timed('late-day', '9999-12-31T23:59:59.6Z', { start_datetime: '9999-12-31T12:00:00Z' }),
  makeItem('twin', { collection: 'b', properties: { datetime: null } }),
  makeItem('twin', { collection: 'c', properties: { datetime: '2020-01-01T00:00:00Z' } }),
  timed('nul', '2020-01-01T00:00:00Z', { v: 'a\0b' }),
  timed('half', '2020-01-01T00:00:00Z', { v: '\ud800x' }),
  timed('replaced', '2020-01-01T00:00:00Z', { v: '\ufffdx' }),
  timed('tenth', '2020-01-01T00:00:00Z', { v: 0.1 }),
  timed('third', '2020-01-01T00:00:00Z', { v: 1 / 3 }),
  timed('zero', '2020-01-01T00:00:00Z', { v: 0 }),
  timed('huge', '2020-01-01T00:00:00Z', { v: 2 ** 60 }),
  makeItem('near', {
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [nearlyMinusOne, 0],
          [5, 0],
          [5, 5],
          [nearlyMinusOne, 5],
          [nearlyMinusOne, 0],
        ],
      ],
    },
    properties: { v: nearlyMinusOne },
  }),
];
const dayMs = 86_400_000;
/** One of each class of duration but the first and the last. */
const lasting: readonly Item[] = [1, 32, 366, -1, -32, -366].map((days, i) => {
  const ms = Date.UTC(2019, 0, 1 + i);
  return makeItem(`d${i + 1}`, {
    collection: 'd',
    properties: {
      datetime: new Date(ms).toISOString(),
      [days > 0 ? 'end_datetime' : 'start_datetime']: new Date(ms + days * (dayMs - 1)).toISOString(),
      v: i === 3 ? 'none' : 10.25 + i,
    },
  });
});
/** Many of one moment and of one value, with footprints of all sizes. */
const crowd: readonly Item[] = Array.from({ length: 1_500 }, (_, i) =>
  makeItem(`crowd-${i}`, {
    collection: 'crowd',
    geometry: square((i % 300) - 150, (i % 120) - 60, 0.5 + (i % 5)),
    properties: {
      datetime: i % 3 === 0 ? '2021-01-01T00:00:00Z' : `2021-01-01T00:00:${10 + (i % 50)}Z`,
      v: i % 2,
      u: i,
    },
  }),
);
const items = [...corners, ...lasting, ...crowd];

let store: LoadedStore;
beforeAll(async () => void (store = await loadStore(items, { declared: ['v'] })));
afterAll(() => store.close());

const never = () => false;
const small = { collections: ['a', 'b', 'c'], limit: 50 };

function ask(body: Body, tuning: Partial<Tuning> = {}) {
  const here = searchHere(store.file, tuning);
  try {
    return here.search(readSearchBody(body), 'all', never);
  } finally {
    here.close();
  }
}

/** The ids that are found, which must be those of the reference. */
function found(body: Body, tuning: Partial<Tuning> = {}): string {
  const keys = ask(body, tuning).found.map(({ collection, id }) => `${collection}/${id}`);
  expect(keys).toEqual(
    truthOf(items, body, 'all')
      .rows.slice(0, keys.length)
      .map(({ key }) => key),
  );
  return keys.map((key) => key.slice(key.indexOf('/') + 1)).join(' ');
}

const cql = (op: string, ...args: readonly unknown[]) => ({ op, args });
const v = { property: 'v' };

describe('the ends of time', () => {
  test('oldest first comes to an end', () =>
    expect(found({ ...small, sortby: 'datetime' })).toMatch(/^first .* last late-day ages very-last twin$/));

  test.each([
    ['9999-12-31T23:59:59.55Z/..', 'very-last ages late-day'],
    ['9999-12-31T23:59:59Z', 'ages late-day'],
    ['../0000-01-01T00:00:00Z', 'ages first'],
    ['9999-12-31T20:00:00Z/9999-12-31T21:00:00Z', 'ages late-day'],
  ])('%s', (datetime, ids) => expect(found({ ...small, datetime })).toBe(ids));

  test('a token whose time is none is refused', () => {
    const sort = readSort('-datetime');
    const token = (time: string) => writePageToken({ isBackward: false, values: [time, 'a', 'a'] }, sort);
    for (const time of ['2020', 'x', '', '2020-13-01T00:00:00', '2020-01-01T00:00:00Z'])
      expect(() => readPageToken(token(time), sort)).toThrow('is not a token of this service');
    expect(readPageToken(token('2020-01-01T00:00:00.5'), sort).values[0]).toBe('2020-01-01T00:00:00.5');
  });
});

describe('orders', () => {
  test('items without a time come last among those of one id, in both directions', () => {
    expect(found({ ...small, sortby: 'id,datetime', ids: ['twin'] })).toBe('twin twin');
    expect(found({ limit: 2_000, sortby: 'id,datetime' })).toContain('twin twin');
    expect(found({ limit: 2_000, sortby: '-id,-datetime' })).toContain('twin twin');
  });

  test('a field that objects have by birth is a property like others', () => {
    for (const sortby of ['datetime,constructor', 'id,toString', '__proto__', 'collection,-valueOf'])
      expect(found({ limit: 10, sortby }).split(' ').length).toBe(10);
  });

  test('by a property that is not declared, later pages cost no more than the first', () => {
    const tuning = { mostDocuments: items.length + 10 };
    const first = ask({ sortby: 'u' }, tuning);
    const second = ask({ sortby: 'u', token: first.next }, tuning);
    expect(second.found.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `crowd-${10 + i}`));
    expect(second.prev).not.toBeNull();
  });

  test('that need all items are refused where these are too many, in words that help', () => {
    expect(() => ask({ sortby: 'u' }, { mostDocuments: 100 })).toThrow('stopped after 100 items: declare them');
    expect(() => ask({ sortby: 'v,id' }, { mostGathered: 100 })).toThrow("'sortby' names an order that has no index");
  });
});

describe('names and values that rows hold as others', () => {
  test.each([
    [['zero\0x']],
    [['zero\0x', 'tenth']],
    [Array.from({ length: 20 }, (_, i) => `zero\0${i}`)],
    [['\ud800']],
  ])('ids %j', (ids) => expect(found({ limit: 10, ids })).toBe(ids.includes('tenth') ? 'tenth' : ''));

  test('collections', () => {
    expect(found({ limit: 10, collections: ['b\0', 'b\ud800'] })).toBe('');
    expect(ask({ limit: 0, collections: ['b\0'] }).matched).toEqual({ atLeast: 0, isExact: true });
  });

  test.each([
    [cql('=', v, 'a\0b'), 'nul'],
    [cql('=', v, '\ud800x'), 'half'],
    [cql('=', v, '\ufffdx'), 'replaced'],
    [cql('in', v, ['\ud800x', 'a\0b', 'none', 0.1]), 'half nul tenth'],
    [cql('<=', v, 'a\0b'), 'nul'],
    [cql('in', v, [0.1, 1 / 3, 0.30000000000000004, 0.7, 1e-7, 5e-324]), 'tenth third'],
    [
      cql(
        'in',
        v,
        Array.from({ length: 300 }, (_, i) => i / 10 + 0.05),
      ),
      '',
    ],
    [
      cql(
        'in',
        v,
        Array.from({ length: 150 }, (_, i) => (i + 1) / 3),
      ),
      'third',
    ],
    [cql('<', v, 1e-17), 'near zero'],
    [cql('=', v, 2 ** 60), 'huge'],
    [cql('=', v, nearlyMinusOne), 'near'],
    [cql('<', v, 0), 'near'],
  ])('v %j', (filter, ids) => {
    for (const tuning of [{}, { fewRows: 0, firstProbe: 64 }, { fewRows: 0, firstProbe: 1, firstBudget: 1 }])
      expect(found({ ...small, filter }, tuning)).toBe(ids);
  });

  test('boxes', () => {
    expect(found({ ...small, bbox: [-1, 0, -0.5, 5] })).toBe('near');
    expect(found({ ...small, bbox: [nearlyMinusOne, 0, nearlyMinusOne, 5] })).toBe('near');
    expect(found({ ...small, filter: "S_INTERSECTS(geometry, BBOX(-1, 0, -0.5, 5)) OR id = 'none'" })).toBe('near');
  });
});

const values = (step: number) => Array.from({ length: 3_900 }, (_, i) => 7 + i + step);

describe('much of everything', () => {
  const points = Array.from({ length: 1_200 }, (_, i) =>
    cql('s_intersects', { property: 'geometry' }, { type: 'Point', coordinates: [10.5, 10.5 + i / 100] }),
  );

  test('1,200 areas', () => expect(found({ ...small, filter: cql('or', ...points) }).split(' ').length).toBe(14));

  test('thousands of values, said again for each class of duration', () => {
    const filter = cql(
      'or',
      cql('in', v, values(0.25)),
      cql('in', v, values(0.75)),
      cql('=', { property: 'id' }, 'd3'),
    );
    const body = { limit: 50, datetime: '2000-01-01T00:00:00Z/..', filter };
    expect(found(body)).toBe('d6 d5 d3 d2 d1');
    expect(ask({ ...body, limit: 0 }).matched).toEqual({ atLeast: 5, isExact: true });
  });

  test('10,000 ids, 5,000 values', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `crowd-${i}`);
    expect(found({ limit: 10_000, ids }).split(' ').length).toBe(crowd.length);
    const values = Array.from({ length: 5_000 }, (_, i) => i);
    expect(found({ limit: 3, filter: cql('in', v, values) })).toBe('crowd-1049 crowd-1099 crowd-1199');
    expect(found({ limit: 3, filter: cql('in', { property: 'u' }, values) }).split(' ').length).toBe(3);
  });

  test('pages far behind, where more is found than may be gathered', () => {
    const tuning = { mostGathered: 200, firstBudget: 1, firstProbe: 1, fewRows: 0 };
    for (const sortby of ['-datetime', 'datetime', 'id', '-v', 'collection'])
      expect(found({ limit: 2_000, sortby, filter: 'v = 1' }, tuning).split(' ').length).toBe(crowd.length / 2);
    const { found: page, prev } = ask({ limit: 10, page: 70, filter: 'v = 1' }, tuning);
    expect([page.length, prev !== null]).toEqual([10, true]);
  });
});

function nameOfError(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.name : 'something else';
  }
}

test('a search that is stopped leaves its connection as it was', () => {
  const here = searchHere(store.file);
  const body = readSearchBody({ limit: 5, sortby: 'datetime', filter: 'u >= 0' });
  const expected = here.search(body, 'all', never).found.map(({ id }) => id);
  for (let checks = 0; checks < 200; checks += 7) {
    let left = checks;
    const isCancelled = () => left-- === 0;
    expect(nameOfError(() => here.search(body, 'all', isCancelled))).toMatch(/^(?:none|Cancelled)$/);
    expect(here.search(body, 'all', never).found.map(({ id }) => id)).toEqual(expected);
  }
  here.close();
});
