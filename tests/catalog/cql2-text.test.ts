import { describe, expect, test } from 'vitest';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { FilterError } from '../../server/src/catalog/filter-error.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { parseCql2Text, toCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { cpuMs } from '../support/cpu-ms.ts';

function errorOf(text: string, options = {}): FilterError {
  try {
    parseCql2Text(text, options);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error(`no error for ${text.slice(0, 80)}`);
}

const property = (name: string) => ({ kind: 'property', name }) as const;
const literal = (value: string | number | boolean) => ({ kind: 'literal', value }) as const;
const equal = (name: string, value: string | number | boolean): Filter => ({
  kind: 'compare',
  op: '=',
  left: property(name),
  right: literal(value),
});

describe('errors say what is wrong and where', () => {
  test.each([
    ['', 0, 'expected a value or a condition but found the end'],
    ['   ', 3, 'expected a value or a condition but found the end'],
    ['a', 0, 'expected a condition'],
    ['a =', 3, 'expected a value or a condition but found the end'],
    ['a = 1 garbage', 6, "expected the end of the filter but found 'garbage'"],
    ['a = 1)', 5, "expected the end of the filter but found ')'"],
    ['(a = 1', 6, "expected ')' but found the end"],
    ['a = 1 AND', 9, 'expected a value or a condition but found the end'],
    ['a = 1 AND b', 10, 'expected a condition'],
    ['AND a = 1', 0, "expected a value or a condition but found 'AND'"],
    ['NOT 5', 4, 'expected a condition'],
    ["a = 'open", 4, 'the quoted text that starts here has no end'],
    ['"open = 1', 0, 'the quoted name that starts here has no end'],
    ['"" = 1', 0, 'a property name may not be empty'],
    ['a = 1 ; drop', 6, 'unexpected character ";"'],
    ['a == 1', 3, "expected a value or a condition but found '='"],
    ['a != 1', 2, 'unexpected character "!"'],
    ['a = 1e', 4, 'malformed number'],
    ['a = 1.2.3', 4, 'malformed number'],
    ['a = 1e999', 4, 'the number is too large'],
    ['a LIKE 5', 7, 'expected a text as pattern'],
    ['a LIKE b', 7, 'expected a text as pattern'],
    ["a NOT = 'x'", 6, "expected LIKE, BETWEEN or IN but found '='"],
    ['a IS 5', 5, "expected 'NULL' but found '5'"],
    ['a BETWEEN 1', 11, "expected 'AND' but found the end"],
    ['a IN 5', 5, "expected '(' but found '5'"],
    ['a IN (1, 2', 10, "expected ',' or ')' but found the end"],
    ["a + 'x' = 1", 4, 'expected a number or a property'],
    ['2 ^ 3 ^ 2 = a', 6, 'powers of powers need parentheses'],
    ["a = DATE('2021-02-30')", 9, "'2021-02-30' is not a date as 2020-12-31"],
    ["a = TIMESTAMP('2021-02-03')", 14, "'2021-02-03' is not a timestamp as 2020-12-31T23:59:59Z"],
    ["T_AFTER(a, INTERVAL('x', '..'))", 20, "'x' is not a date, a timestamp or '..'"],
    ['T_AFTER(a, INTERVAL("", \'..\'))', 20, 'a property name may not be empty'],
    ["T_AFTER(a, INTERVAL(NULL, '..'))", 20, "expected a date, a timestamp, '..' or a property"],
    ['a = - - - 5', 8, 'expected a number'],
    ["T_AFTER(a, 'x')", 11, 'expected a date, timestamp, interval or property'],
    ["T_DURING(a, DATE('2020-01-01'))", 0, 'T_DURING compares intervals, not a date or timestamp'],
    ['S_INTERSECTS(geometry)', 21, "expected ',' but found ')'"],
    ['S_INTERSECTS(geometry, 5)', 23, 'expected a geometry or a property'],
    ['S_INTERSECTS(geometry, POINT(1))', 30, 'expected a number'],
    ['S_INTERSECTS(geometry, BBOX(1,2,3))', 23, 'BBOX takes four or six numbers, not 3'],
    ['S_INTERSECTS(g, POLYGON((0 0,1 0,1 1,0 1)))', 24, 'the ring is not closed: first and last position differ'],
    ['S_INTERSECTS(g, POLYGON((0 0,1 0,0 0)))', 24, 'a ring needs at least four positions'],
    ["A_CONTAINS(a, 'x')", 14, 'expected an array or a property'],
    ["CASEI(5) = 'x'", 6, 'expected a text or a property'],
    ["DATE('2020-01-01')", 0, 'expected a condition'],
    ['a = (1, 2)', 4, 'expected a property, text, number, boolean, date or timestamp'],
  ])('%s', (text, offset, reason) => {
    const error = errorOf(text);
    expect({ reason: error.reason, place: error.place }).toMatchObject({ reason, place: { offset } });
    expect(error.message).toBe(`${reason} at position ${offset}`);
  });

  test('in a filter of several lines, line and column too', () => {
    const error = errorOf('a = 1\n  AND b = = 2');
    expect(error.place).toEqual({ offset: 16, line: 2, column: 11, isMultiLine: true });
    expect(error.message).toMatch(/ at position 16 \(line 2, column 11\)$/);
  });

  test('a function that does not exist, a polygon that crosses itself', () => {
    expect(errorOf('a = 1 AND nope(2) = 3', { functions: new Set(['abs']) }).message).toBe(
      "there is no function 'nope' at position 10",
    );
    expect(() => parseCql2Text('ABS(a) = 3', { functions: new Set(['abs']) })).not.toThrow();
    const bowTie = 'S_INTERSECTS(geometry, POLYGON((0 0, 10 10, 10 0, 0 10, 0 0)))';
    expect(errorOf(bowTie, { mustBeValid: true }).message).toBe(
      'the geometry is not valid: Self-intersection at position 23',
    );
    expect(() => parseCql2Text(bowTie)).not.toThrow();
  });

  test.each([
    ['BBOX(0, 10, 1, 5)', 'BBOX must have its south below its north'],
    ['BBOX(0, -91, 1, 5)', 'BBOX must have latitudes from -90 to 90'],
    ['BBOX(0, 0, 541, 5)', 'BBOX must have longitudes from -540 to 540'],
    ['BBOX(0, 0, 9, 1, 5, 8)', 'BBOX must have its lower height below its upper'],
    ['POINT(0 95)', 'a geometry must have latitudes from -90 to 90'],
    ['LINESTRING(0 0, 600 0)', 'a geometry must have longitudes from -540 to 540'],
  ])('no place on Earth, as the parameters bbox and intersects refuse it: %s', (literal, reason) => {
    const text = `S_INTERSECTS(geometry, ${literal})`;
    expect(errorOf(text, { mustBeValid: true }).message).toBe(`${reason} at position 23`);
    expect(() => parseCql2Text(text)).not.toThrow();
  });

  test.each(['BBOX(170, -90, -170, 90)', 'BBOX(170, -10, 190, 10)', 'BBOX(1, 2, 1, 2)', 'POINT(190 90)'])(
    'a place on Earth: %s',
    (literal) => {
      expect(() => parseCql2Text(`S_INTERSECTS(geometry, ${literal})`, { mustBeValid: true })).not.toThrow();
    },
  );
});

test.each([
  ['a = - -5', 5],
  ['a = --5', 5],
  ['a = -+5', -5],
])('a minus may stand before a number with a sign: %s', (text, value) => {
  const filter = parseCql2Text(text);
  expect(compileFilter(filter)({ properties: { a: value } })).toBe(true);
  expect(parseCql2Text(toCql2Text(filter))).toEqual(filter);
});

test('a name that begins with a blank of another script prints back in quotes', () => {
  const filter = equal('\u1680x', 1);
  expect(parseCql2Text(toCql2Text(filter))).toEqual(filter);
});

describe('precedence and grouping', () => {
  test('NOT binds closer than AND, AND closer than OR', () => {
    expect(parseCql2Text('a=1 OR NOT b=2 AND c=3')).toEqual({
      kind: 'or',
      args: [equal('a', 1), { kind: 'and', args: [{ kind: 'not', arg: equal('b', 2) }, equal('c', 3)] }],
    });
  });

  test('parentheses are kept, and needless ones dropped', () => {
    const grouped = parseCql2Text('(a=1 AND b=2) AND c=3');
    expect(grouped).toEqual({
      kind: 'and',
      args: [{ kind: 'and', args: [equal('a', 1), equal('b', 2)] }, equal('c', 3)],
    });
    expect(parseCql2Text('(((a=1)))')).toEqual(equal('a', 1));
    expect(parseCql2Text('((a)) = (1)')).toEqual(equal('a', 1));
  });

  test('arithmetic from left to right, products before sums, a minus before a name is a product', () => {
    expect(toCql2Text(parseCql2Text('a = 1 - 2 - 3 * 4 ^ 2'))).toBe('a = (1 - 2) - (3 * (4 ^ 2))');
    expect(toCql2Text(parseCql2Text('a = -b ^ 2'))).toBe('a = (-1 * b) ^ 2');
    expect(toCql2Text(parseCql2Text('(a + 1) * 2 > 3 AND (b = 1)'))).toBe('(a + 1) * 2 > 3 AND b = 1');
  });

  test('BETWEEN keeps its AND', () => {
    expect(parseCql2Text('a BETWEEN 1 AND 2 AND b = 3')).toMatchObject({
      kind: 'and',
      args: [{ kind: 'between' }, {}],
    });
  });
});

describe('words and literals', () => {
  test.each([
    ['eo:cloud_cover = 1', 'eo:cloud_cover'],
    ['a.b.c = 1', 'a.b.c'],
    ['größe = 1', 'größe'],
    ['日本 = 1', '日本'],
    ['"two words" = 1', 'two words'],
    ['"say ""hi""" = 1', 'say "hi"'],
    ['"AND" = 1', 'AND'],
    ['date = 1', 'date'],
    ['point = 1', 'point'],
    ['"proj:epsg-code" = 1', 'proj:epsg-code'],
    ['constructor = 1', 'constructor'],
  ])('%s names %s', (text, name) => {
    const filter = parseCql2Text(text);
    expect(filter).toEqual(equal(name, 1));
    expect(parseCql2Text(toCql2Text(filter))).toEqual(filter);
  });

  test.each([
    ["'it''s'", "it's"],
    [String.raw`'it\'s'`, "it's"],
    [String.raw`'tab\tnew\nbell\a'`, 'tab\tnew\nbell\u0007'],
    [String.raw`'50\%'`, String.raw`50\%`],
    [String.raw`'back\\'`, '\\'.padStart(5, 'back')],
    [String.raw`'C:\\new\\'`, 'C:\\new\\'],
    ["''", ''],
    ["'😀'", '😀'],
  ])('the text %s', (text, value) => {
    const filter = parseCql2Text(`a = ${text}`);
    expect(filter).toEqual(equal('a', value));
    expect(parseCql2Text(toCql2Text(filter))).toEqual(filter);
  });

  test.each([
    ['1', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['+2', 2],
    ['1e3', 1000],
    ['1.5E-3', 0.0015],
    ['-0.0', 0],
  ])('the number %s', (text, value) => expect(parseCql2Text(`a = ${text}`)).toEqual(equal('a', value)));

  test('keywords in any case, and timestamps in any spelling of the same moment', () => {
    const wanted = parseCql2Text("a NOT LIKE 'x' OR T_AFTER(b, TIMESTAMP('2020-01-01T00:00:00Z'))");
    expect(parseCql2Text("a not like 'x' or t_After(b, timeStamp('2020-01-01T02:00:00.000+02:00'))")).toEqual(wanted);
  });

  test('one element in parentheses is an array only where an array can stand', () => {
    expect(parseCql2Text("A_CONTAINS(a, ('x'))")).toMatchObject({ right: { kind: 'list', items: [literal('x')] } });
    expect(parseCql2Text('A_EQUALS(a, ())')).toMatchObject({ right: { kind: 'list', items: [] } });
    expect(parseCql2Text('A_EQUALS(a, ((1 + 2) * 3, (4)))')).toMatchObject({
      right: { items: [{ kind: 'arithmetic' }, { kind: 'list', items: [literal(4)] }] },
    });
  });

  test('geometries of every kind print as they were read', () => {
    const texts = [
      'POINT (1 2)',
      'POINT Z (1 2 3)',
      'MULTIPOINT ((1 2), (3 4))',
      'LINESTRING (1 2, 3 4)',
      'MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))',
      'POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))',
      'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((20 20, 29 20, 29 29, 20 20)))',
      'GEOMETRYCOLLECTION (POINT (1 2), LINESTRING Z (1 2 3, 3 4 5))',
      'BBOX(-10, 20.5, 10, 1e-7)',
      'BBOX(170, -10, 0, -170, 10, 100)',
    ];
    for (const text of texts) {
      const filter = `S_INTERSECTS(geometry, ${text})`;
      expect(toCql2Text(parseCql2Text(filter))).toBe(filter);
    }
    expect(parseCql2Text('S_INTERSECTS(geometry, multipoint(1 2, 3 4))')).toEqual(
      parseCql2Text('S_INTERSECTS(geometry, MULTIPOINT((1 2), (3 4)))'),
    );
  });
});

const timeOf = (text: string) => {
  const start = cpuMs();
  errorOf(text);
  return cpuMs() - start;
};

describe('bounds', () => {
  test.each([
    ['parentheses', `${'('.repeat(10_000)}a=1${')'.repeat(10_000)}`],
    ['open parentheses alone', '('.repeat(500_000)],
    ['NOTs', `${'NOT '.repeat(10_000)}a=1`],
    ['NOTs with parentheses', `${'NOT ('.repeat(10_000)}a=1${')'.repeat(10_000)}`],
    ['calls', `${'f('.repeat(10_000)}1${')'.repeat(10_000)} = 1`],
    ['CASEIs', `${'CASEI('.repeat(10_000)}a${')'.repeat(10_000)} = 'x'`],
    ['sums', `a = ${'1 + '.repeat(10_000)}1`],
    ['minus signs', `a = ${'-('.repeat(10_000)}1`],
    ['collections', `S_INTERSECTS(a, ${'GEOMETRYCOLLECTION('.repeat(10_000)}`],
  ])('10,000 nested %s are an error, not an overflow', (_, text) => {
    expect(errorOf(text).reason).toMatch(/nested/);
  });

  test('what is within the bounds passes', () => {
    expect(() => parseCql2Text(`${'('.repeat(100)}a=1${')'.repeat(100)}`)).not.toThrow();
    expect(() => parseCql2Text(`${'NOT '.repeat(100)}a=1`)).not.toThrow();
    expect(() => parseCql2Text(`a IN (${Array.from({ length: 5_000 }, (_, i) => i).join(',')})`)).not.toThrow();
  });

  test('long lists, many parts, long patterns, long texts and many vertices are told', () => {
    const numbers = Array.from({ length: 5_001 }, (_, i) => i).join(',');
    expect(errorOf(`a IN (${numbers})`).reason).toBe('the list has more than 5000 elements');
    expect(errorOf(Array(4_000).fill('a=1').join(' AND ')).reason).toBe('the filter has more than 10000 parts');
    expect(errorOf(`a LIKE '${'x'.repeat(1_001)}'`).reason).toBe('a LIKE pattern may have at most 1000 characters');
    expect(errorOf(' '.repeat(1_000_001)).reason).toBe('the filter is longer than 1000000 characters');
    const line = Array.from({ length: 10_001 }, (_, i) => `${i / 100} 0`).join(',');
    expect(errorOf(`S_INTERSECTS(a, LINESTRING(${line}))`).reason).toBe('the geometry has more than 10000 vertices');
    const half = line.slice(0, line.length / 2).replace(/,[^,]*$/, '');
    const halves = Array(3).fill(`S_INTERSECTS(a, LINESTRING(${half}))`).join(' OR ');
    expect(errorOf(halves).reason).toMatch(/more than 10000 vertices together/);
  });

  test('time grows with the length alone', () => {
    const hard = [
      `a = '${"''".repeat(400_000)}`,
      `${' '.repeat(900_000)}!`,
      `a${'.b'.repeat(400_000)} !`,
      `a = ${'9'.repeat(900_000)}x`,
    ];
    for (const text of hard) expect(timeOf(text)).toBeLessThan(1_000);
  });
});
