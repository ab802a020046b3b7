import { describe, expect, test } from 'vitest';
import { FilterError } from '../../server/src/catalog/filter-error.ts';
import { parseCql2Json, toCql2Json } from '../../server/src/catalog/languages/cql2-json.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { parseStacQuery } from '../../server/src/catalog/languages/query.ts';

const a = { property: 'a' };

function errorOf(read: () => unknown): FilterError {
  try {
    read();
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('errors name the member', () => {
  test.each([
    [null, '', 'expected a value'],
    ['text', '', 'expected a condition'],
    [{}, '', 'expected an object with op, property, date, timestamp, interval, bbox or a geometry'],
    [{ op: 5, args: [] }, '/op', 'expected the name of an operator'],
    [{ op: '=' }, '/args', 'expected an array of arguments'],
    [{ op: '=', args: [a] }, '/args', 'expected 2 arguments, not 1'],
    [{ op: '=', args: [a, null] }, '/args/1', 'expected a value'],
    [{ op: '=', args: [a, [1]] }, '/args/1', 'expected a property, text, number, boolean, date or timestamp'],
    [{ op: 'and', args: [] }, '/args', 'expected at least one condition'],
    [{ op: 'and', args: [true, a] }, '/args/1', 'expected a condition'],
    [{ op: 'not', args: [{ op: '!!', args: [] }] }, '/args/0/op', "'!!' is not an operator"],
    [{ op: 'date', args: [] }, '/op', "'date' is not an operator"],
    [{ op: 'like', args: [a, a] }, '/args/1', 'expected a text as pattern'],
    [{ op: 'in', args: [a, 5] }, '/args/1', 'expected an array'],
    [{ op: 'in', args: [a, [1, null]] }, '/args/1/1', 'expected a value'],
    [{ op: 'between', args: [a, 1] }, '/args', 'expected 3 arguments, not 2'],
    [{ op: 'between', args: [a, [1]] }, '/args/1', 'expected 2 arguments, not 1'],
    [{ op: '=', args: [a, { date: '2020-13-01' }] }, '/args/1/date', 'expected a date as 2020-12-31'],
    [{ op: 't_after', args: [a, { interval: ['..'] }] }, '/args/1/interval', 'expected the two ends of the interval'],
    [
      { op: 't_after', args: [a, { interval: ['x', '..'] }] },
      '/args/1/interval/0',
      "expected a date, a timestamp or '..'",
    ],
    [
      { op: 't_meets', args: [a, { date: '2020-01-01' }] },
      '/op',
      't_meets compares intervals, not a date or timestamp',
    ],
    [{ op: 's_intersects', args: [a, { type: 'Circle' }] }, '/args/1/type', '"Circle" is not a geometry type'],
    [
      { op: 's_intersects', args: [a, { type: 'Point', coordinates: [1, 'x'] }] },
      '/args/1/coordinates/1',
      'expected a number',
    ],
    [
      {
        op: 's_intersects',
        args: [
          a,
          {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 1],
              ],
            ],
          },
        ],
      },
      '/args/1/coordinates/0',
      'the ring is not closed: first and last position differ',
    ],
    [{ op: 's_intersects', args: [a, { bbox: [1, 2, 3] }] }, '/args/1/bbox', 'expected four or six numbers'],
  ])('%j', (json, path, reason) => {
    const error = errorOf(() => parseCql2Json(json));
    expect(error.reason).toBe(reason);
    expect(error.place).toEqual({ path });
  });

  test.each([
    [{ bbox: [0, 10, 1, 5] }, '/args/1/bbox', 'a bbox must have its south below its north'],
    [{ bbox: [0, 0, 1, 95] }, '/args/1/bbox', 'a bbox must have latitudes from -90 to 90'],
    [{ type: 'Point', coordinates: [0, 95] }, '/args/1', 'a geometry must have latitudes from -90 to 90'],
  ])('of a place that is not on Earth: %j', (literal, path, reason) => {
    const json = { op: 's_intersects', args: [{ property: 'geometry' }, literal] };
    const error = errorOf(() => parseCql2Json(json, { mustBeValid: true }));
    expect({ reason: error.reason, place: error.place }).toEqual({ reason, place: { path } });
    expect(() => parseCql2Json(json)).not.toThrow();
  });

  test("a name of JavaScript's own objects is a function name like any other", () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(parseCql2Json({ op: name, args: [] })).toEqual({ kind: 'call', name, args: [] });
  });

  test('unknown functions, when the known ones are given', () => {
    const error = errorOf(() =>
      parseCql2Json({ op: '=', args: [{ op: 'nope', args: [] }, 1] }, { functions: new Set() }),
    );
    expect(error.message).toBe("there is no operator or function 'nope' at /args/0/op");
  });

  test('10,000 levels are an error, not an overflow', () => {
    let deep: unknown = true;
    for (let i = 0; i < 10_000; i++) deep = { op: 'not', args: [deep] };
    expect(errorOf(() => parseCql2Json(deep)).reason).toMatch(/nested more than 128/);
    let list: unknown = [];
    for (let i = 0; i < 10_000; i++) list = [list];
    expect(errorOf(() => parseCql2Json({ op: 'a_equals', args: [a, list] })).reason).toMatch(/nested more than 128/);
  });
});

describe('what clients send', () => {
  test.each([
    ['between, flat', { op: 'between', args: [a, 1, 2] }, 'a BETWEEN 1 AND 2'],
    ['between, nested', { op: 'between', args: [a, [1, 2]] }, 'a BETWEEN 1 AND 2'],
    ['and of one', { op: 'and', args: [{ op: '=', args: [a, 1] }] }, 'a = 1'],
    [
      'upper case',
      { op: 'AND', args: [true, { op: 'S_INTERSECTS', args: [a, { bbox: [0, 0, 1, 1] }] }] },
      'TRUE AND S_INTERSECTS(a, BBOX(0,0,1,1))',
    ],
    ['isnull', { op: 'isnull', args: [a] }, 'a IS NULL'],
    ['t_finishedby', { op: 't_finishedby', args: [a, { interval: ['..', a] }] }, "T_FINISHEDBY(a, INTERVAL('..', a))"],
    ['a function', { op: 'abs', args: [a, [1]] }, 'abs(a, (1))'],
    [
      'an interval of objects',
      { op: 't_after', args: [a, { interval: [{ date: '2020-01-01' }, '..'] }] },
      "T_AFTER(a, INTERVAL('2020-01-01','..'))",
    ],
  ])('%s', (_, json, text) => {
    const filter = parseCql2Json(json);
    expect(filter).toEqual(parseCql2Text(text));
    expect(parseCql2Json(toCql2Json(filter))).toEqual(filter);
  });
});

describe('the query extension of STAC', () => {
  test.each([
    [{ a: { eq: 1 } }, 'a = 1'],
    [{ a: { gt: 1, lte: 5 }, 'eo:x': { neq: 'y' } }, "a > 1 AND a <= 5 AND eo:x <> 'y'"],
    [{ a: { startsWith: '50%_' } }, String.raw`a LIKE '50\%\_%'`],
    [{ a: { endsWith: 'z' } }, "a LIKE '%z'"],
    [{ a: { contains: String.raw`b\c` } }, String.raw`a LIKE '%b\\\\c%'`],
    [{ a: { in: [1, 'x', true] } }, "a IN (1, 'x', TRUE)"],
    [{ a: { eq: null }, b: { neq: null } }, 'a IS NULL AND b IS NOT NULL'],
    [{}, 'TRUE'],
  ])('%j', (query, text) => expect(parseStacQuery(query)).toEqual(parseCql2Text(text)));

  test.each([
    [5, '', 'expected an object'],
    [{ a: 5 }, '/a', 'expected an object'],
    [{ a: {} }, '/a', 'expected an operator'],
    [
      { 'a/b': { nope: 1 } },
      '/a~1b/nope',
      "'nope' is not an operator; there are eq, neq, lt, lte, gt, gte, startsWith, endsWith, contains, in",
    ],
    [{ a: { lt: null } }, '/a/lt', 'expected a text, number or boolean'],
    [{ a: { in: 5 } }, '/a/in', 'expected an array'],
    [{ a: { contains: 5 } }, '/a/contains', 'expected a text'],
    [
      { a: { constructor: 5 } },
      '/a/constructor',
      "'constructor' is not an operator; there are eq, neq, lt, lte, gt, gte, startsWith, endsWith, contains, in",
    ],
  ])('%j is refused', (query, path, reason) => {
    const error = errorOf(() => parseStacQuery(query));
    expect(error).toMatchObject({ reason, place: { path } });
  });
});
