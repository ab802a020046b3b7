import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../../server/src/adapters/sqlite/driver.ts';
import type { Filter } from '../../../server/src/catalog/filter.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { parseCql2Text } from '../../../server/src/catalog/languages/cql2-text.ts';
import { compileFilter } from '../../../server/src/catalog/match-filter.ts';
import { compileConditions } from '../../../server/src/catalog/plan/compile-sql.ts';
import { packTime } from '../../../server/src/catalog/plan/packed-time.ts';
import { makeItem } from '../contract/fixtures.ts';
import { rowsOf, verdictsOf } from './filtered-rows.ts';

const evilName = `x" OR 1=1; DROP TABLE entries; --`;
const evilText = `'); DROP TABLE entries; --`;

const declared = ['cloud', 'platform', 'created', 'flag', evilName].map((name, slot) => ({
  name,
  slot,
  isReady: true,
}));

const values: readonly object[] = [
  {},
  { cloud: 5, platform: 'one', created: '2020-06-15T12:00:00Z', flag: true },
  { cloud: 50.5, platform: 'two', created: '2020-06-15T14:00:00+02:00', flag: false },
  { cloud: '5', platform: 5, created: '2020-06-15', flag: 'true' },
  { cloud: null, platform: null, created: 'yesterday', flag: 1 },
  { cloud: [5], platform: { a: 1 }, created: 20200615, flag: [true] },
  { cloud: true, platform: '', created: '', flag: null },
  { cloud: -0, platform: 'ONE', created: '2020-06-16T00:00:00Z', flag: 0 },
  { [evilName]: evilText, platform: evilText },
  { datetime: null, start_datetime: '2020-01-01T00:00:00Z', end_datetime: '2020-12-31T00:00:00Z' },
  { datetime: '2020-06-15T23:30:00-01:00', platform: 'a\0b' },
];
const items: readonly Item[] = values.map((properties, i) => makeItem(`i${i}`, { properties }));

let rows: Connection;
beforeAll(() => void (rows = rowsOf(items, declared)));
afterAll(() => rows.close());

const compile = (text: string) => compileConditions(parseCql2Text(text), declared, 'r');

/** The ids that SQL alone finds; fails where the evaluator finds others or is needed. */
function found(filter: Filter): string {
  const { exact, residual } = compileConditions(filter, declared, 'r');
  expect(residual).toBeNull();
  const isFound = verdictsOf(rows, exact);
  const evaluate = compileFilter(filter);
  const ids = items.filter((_, pk) => isFound(pk)).map(({ id }) => id);
  expect(ids).toEqual(items.filter(({ document }) => evaluate(document) === true).map(({ id }) => id));
  return ids.join(' ');
}

test.each(['cloud * 1e-17 > 0', 'abs(cloud * 1e-17) > 0', '1e-17 + cloud > 5'])(
  'a number that the database would change is left to the evaluator: %s',
  (text) => expect(compile(text).residual).not.toBeNull(),
);

describe('SQL for the filters that people write', () => {
  test.each([
    ['cloud < 10', 'r.v0 < ?', [10]],
    ['cloud > 10', "(r.v0 > ? AND r.v0 < '')", [10]],
    ["platform = 'one'", 'r.v1 = ?', ['one']],
    ["platform LIKE 'on%'", '(r.v1 >= ? AND r.v1 < ?)', ['on', 'oo']],
    ["collection = 'a'", 'r.collection = ?', ['a']],
    ["collection IN ('a', 'b')", 'r.collection IN (?, ?)', ['a', 'b']],
    ["datetime >= TIMESTAMP('2020-01-01T00:00:00Z')", '(r.timed = 1 AND r.dt >= ?)', [packTime('2020-01-01T00:00:00')]],
    ["datetime >= '2020-01-01T01:00:00+01:00'", '(r.timed = 1 AND r.dt >= ?)', [packTime('2020-01-01T00:00:00')]],
    ['cloud IS NULL', 'r.v0 IS NULL', []],
    ['properties.cloud = 5', 'r.v0 = ?', [5]],
    ['flag = TRUE', "r.v3 = x'01'", []],
  ])('%s', (text, sql, params) => {
    expect(compile(text)).toEqual({ exact: { sql, params }, residual: null, necessary: null });
  });

  test('conditions without calls come first', () => {
    const { exact } = compile("CASEI(platform) = CASEI('one') AND cloud < 10");
    expect(exact).toEqual({ sql: '(r.v0 < ? AND swath_fold_case(r.v1) = ?)', params: [10, 'one'] });
  });

  test('what documents alone can tell is left, with what rows can tell before', () => {
    const { exact, residual, necessary } = compile(
      "cloud < 10 AND (snow > 3 OR cloud = 7) AND (snow = 1 AND cloud > 1 OR platform = 'x')",
    );
    expect(exact).toEqual({ sql: 'r.v0 < ?', params: [10] });
    expect(residual).toEqual(parseCql2Text("(snow > 3 OR cloud = 7) AND (snow = 1 AND cloud > 1 OR platform = 'x')"));
    expect(necessary).toEqual({ sql: "((r.v0 > ? AND r.v0 < '') OR r.v1 = ?)", params: [1, 'x'] });
  });
});

describe('conditions that rows can test before a document is read', () => {
  test.each([
    ["datetime >= '2020-01-02'", 'r.dt >= ?', [packTime('2020-01-01T00:00:00')]],
    [
      "start_datetime < TIMESTAMP('2020-01-01T00:00:00Z')",
      'coalesce(r.start, r.dt) < ?',
      [packTime('2020-01-01T00:00:00')],
    ],
    ["'2020-01-01T00:00:00Z' < end_datetime", 'coalesce(r.finish, r.dt) > ?', [packTime('2020-01-01T00:00:00')]],
    ['geometry IS NULL', 'r.w IS NULL', []],
    ["A_CONTAINS(platform, ('x'))", "r.v1 = x'ff'", []],
  ])('%s', (text, sql, params) => {
    expect(compile(text)).toEqual({ exact: null, residual: parseCql2Text(text), necessary: { sql, params } });
  });
});

describe('verdicts', () => {
  test.each([
    ['cloud < 10', 'i1 i7'],
    ['NOT cloud < 10', 'i2'],
    ['cloud <> 5', 'i2 i7'],
    ['cloud = 0', 'i7'],
    ["cloud = '5'", 'i3'],
    ["NOT cloud = '5'", ''],
    ['cloud = TRUE', 'i6'],
    ['cloud <= TRUE', 'i6'],
    ['cloud IN (5, 50.5)', 'i1 i2'],
    ['NOT cloud IN (5)', 'i2 i7'],
    ["cloud IN (5, '5', TRUE)", 'i1 i3 i6'],
    ["NOT cloud IN (6, '6')", ''],
    ['cloud BETWEEN 0 AND 10', 'i1 i7'],
    ['cloud NOT BETWEEN 0 AND 10', 'i2'],
    ["NOT cloud BETWEEN 10 AND '10'", 'i1 i3 i7'],
    ['cloud IS NULL', 'i0 i4 i8 i9 i10'],
    ['cloud + 1 = 6', 'i1'],
    ['cloud / 0 IS NULL', 'i0 i1 i2 i3 i4 i5 i6 i7 i8 i9 i10'],
    ['cloud % 3 = 2', 'i1'],
    ["platform <> 'one'", 'i2 i6 i7 i8 i10'],
    ["platform LIKE ''", 'i6'],
    ["platform LIKE '%'", 'i1 i2 i6 i7 i8 i10'],
    ["platform NOT LIKE 'o%'", 'i2 i6 i7 i8 i10'],
    ["CASEI(platform) LIKE CASEI('_ne')", 'i1 i7'],
    ["platform = 'a'", ''],
    ["created = '2020-06-15T12:00:00Z'", 'i1 i2'],
    ["created <> '2020-06-15T12:00:00Z'", 'i3 i4 i6 i7'],
    ["created = DATE('2020-06-15')", 'i1 i2 i3'],
    ["created = TIMESTAMP('2020-06-15T12:00:00Z')", 'i1 i2 i3'],
    ["NOT created = TIMESTAMP('2020-06-15T12:00:00Z')", 'i7'],
    ["T_AFTER(created, TIMESTAMP('2020-06-15T13:00:00Z'))", 'i7'],
    ["T_DISJOINT(created, INTERVAL('2020-06-16', '..'))", 'i1 i2 i3'],
    ["created IN ('2020-06-15T13:00:00+01:00', 'yesterday')", 'i1 i2 i4'],
    ['created IS NULL', 'i0 i8 i9 i10'],
    ['flag = TRUE OR flag = FALSE', 'i1 i2'],
    ['flag <> TRUE', 'i2'],
    ["datetime = DATE('2020-06-16')", 'i10'],
    ["datetime < TIMESTAMP('2020-06-16T00:00:00Z')", 'i0 i1 i2 i3 i4 i5 i6 i7 i8'],
    ['datetime IS NULL', 'i9'],
    ["datetime <> 'yesterday' AND cloud = 5", 'i1'],
    ["T_DURING(datetime, INTERVAL('2020-06-15T12:30:00Z', '..'))", 'i10'],
    ['cloud = platform', ''],
    ['LENGTH(platform) = 3 AND cloud > 1', 'i1 i2'],
    ['cloud = 5 AND 1 = 2', ''],
    ['id = collection', ''],
    ["id > 'i8' OR id = 'i10'", 'i9 i10'],
  ])('%s finds %s', (text, ids) => {
    expect(found(parseCql2Text(text))).toBe(ids);
  });

  test('an empty list holds nothing, and everything is surely not in it', () => {
    const value = { kind: 'property', name: 'cloud' } as const;
    expect(found({ kind: 'in', value, list: [] })).toBe('');
    expect(found({ kind: 'not', arg: { kind: 'in', value, list: [] } }).split(' ')).toHaveLength(items.length);
  });
});

/** One condition after another, the first of which is another chain. */
const chain = (inner: string, word: string) =>
  `(${[inner, ...Array.from({ length: 15 }, (_, i) => `cloud ${word === 'OR' ? '=' : '<>'} ${i + 1_000}`)].join(` ${word} `)})`;

describe('hostile filters', () => {
  test('names and texts with quotes are values, never SQL', () => {
    const filter: Filter = {
      kind: 'compare',
      op: '=',
      left: { kind: 'property', name: evilName },
      right: { kind: 'literal', value: evilText },
    };
    expect(found(filter)).toBe('i8');
    expect(compileConditions(filter, declared, 'r').exact).toEqual({ sql: 'r.v4 = ?', params: [evilText] });
    const like: Filter = { kind: 'like', value: filter.left, pattern: { kind: 'literal', value: `%${evilText}` } };
    expect(found(like)).toBe('i8');
    const listed: Filter = { kind: 'in', value: filter.left, list: Array.from({ length: 40 }, () => filter.right) };
    expect(found(listed)).toBe('i8');
    const unknown: Filter = { ...filter, left: { kind: 'property', name: `${evilName}'` } };
    expect(compileConditions(unknown, declared, 'r')).toEqual({ exact: null, residual: unknown, necessary: null });
  });

  test('texts that the driver would change are left to the evaluator', () => {
    for (const value of ['a\0b', '\ud800', 'a\uFFFDb', 1e-300])
      expect(
        compileConditions(
          {
            kind: 'compare',
            op: '=',
            left: { kind: 'property', name: 'platform' },
            right: { kind: 'literal', value },
          },
          declared,
          'r',
        ).exact,
      ).toBeNull();
  });

  test('long lists and long chains become statements that SQLite takes', () => {
    const list = Array.from({ length: 5_000 }, (_, i) => i - 2_500);
    expect(found(parseCql2Text(`cloud IN (${list.join(',')})`))).toBe('i1 i7');
    expect(found(parseCql2Text(`cloud NOT IN (${list.join(',')})`))).toBe('i2');
    expect(found(parseCql2Text(`cloud IN (${list.map((each) => each + 0.5).join(',')})`))).toBe('i2');
    expect(
      found(
        parseCql2Text(
          list
            .slice(1_000, 2_510)
            .map((each) => `cloud = ${each}`)
            .join(' OR '),
        ),
      ),
    ).toBe('i1 i7');
    expect(
      found(
        parseCql2Text(
          list
            .slice(0, 2_000)
            .map((each) => `NOT cloud = ${each}`)
            .join(' AND '),
        ),
      ),
    ).toBe('i1 i2 i7');
  });

  test('the deepest chains that are not left to the evaluator are not too deep for SQLite', () => {
    let text = 'cloud = 5';
    let levels = 0;
    for (let next = text; compile(next).residual === null; levels++) {
      text = next;
      next = chain(text, levels % 2 === 0 ? 'OR' : 'AND');
    }
    expect(levels).toBeGreaterThan(25);
    expect(found(parseCql2Text(text))).toBe('i1');
  });

  test('what is too deep or too large for SQL is left to the evaluator, which finds the same', () => {
    let deep = 'cloud = 5';
    for (let i = 0; i < 55; i++) deep = `(cloud = ${i + 1_000} OR (platform = 'one' AND ${deep}))`;
    const stamps = Array.from({ length: 1_000 }, (_, i) => `created = '2020-06-15T12:00:00.${i + 1}Z'`).join(' OR ');
    for (const text of [deep, `${stamps} OR cloud = 5`]) {
      const filter = parseCql2Text(text);
      const { exact, residual, necessary } = compileConditions(filter, declared, 'r');
      const [isExact, isNecessary] = [verdictsOf(rows, exact), verdictsOf(rows, necessary)];
      const evaluate = compileFilter(residual ?? { kind: 'literal', value: true });
      const ids = items.filter(({ document }, pk) => isExact(pk) && isNecessary(pk) && evaluate(document) === true);
      expect(ids.map(({ id }) => id)).toEqual(['i1']);
    }
    expect(compile(deep).residual).not.toBeNull();
  });

  test('a function that does not exist is left to the evaluator, which refuses it', () => {
    const filter: Filter = { kind: 'call', name: 'evil', args: [{ kind: 'property', name: 'cloud' }] };
    expect(compileConditions(filter, declared, 'r')).toEqual({ exact: null, residual: filter, necessary: null });
  });
});
