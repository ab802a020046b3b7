import { describe, expect, test } from 'vitest';
import { formatNumber, readNumberPattern } from '../../server/src/catalog/evaluate/format-number.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { lonLatReading, parseEcql } from './finished-features.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const item = {
  id: 'one',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
    ],
  },
  bbox: [0, 0, 10, 10],
  properties: {
    datetime: '2024-01-02T03:04:05Z',
    platform: 'WV03_VNIR',
    'eo:cloud_cover': 7.5,
    niirs: 5,
    browse: true,
    description: 'false',
  },
} as const;

const isTrue = (ecql: string): boolean => compileFilter(parseEcql(ecql, lonLatReading))(item) === true;

describe('functions of GeoServer', () => {
  test.each([
    ["strMatches(source, 'WV0[0-9]_(VNIR|SWIR)')", true],
    ["strMatches(source, 'WV0[0-9]')", false],
    ["isLike(source, 'WV.*') = true", true],
    ["strMatches(companyName, '.*')", false],
    ["strReplace(source, '_[A-Z]+', '', true) = 'WV03'", true],
    ["strReplace(source, '([A-Z])', '$1$1', false) = 'WWV03_VNIR'", true],
    ["strReplace(source, 'V', 'v') = 'Wv03_vNIR'", true],
    ['parseBoolean(legacyDescription) = false', true],
    ['parseBoolean(source) = true', true],
    ["numberFormat('0.00', cloudCover) = '0.07'", true],
    ["numberFormat('#.#%', cloudCover) = '7.5%'", true],
    ["if_then_else(lessThan(cloudCover, 0.1), 'clear', 'cloudy') = 'clear'", true],
    ["if_then_else(lessThan(cloudCover, 0.05), 'clear', 'cloudy') = 'clear'", false],
    ['if_then_else(isBrowse, niirs, offNadirAngle) BETWEEN 4 AND 6', true],
    // What is unknown is not true.
    ['if_then_else(lessThan(offNadirAngle, 10), 1, 2) = 2', true],
    ["if_then_else(greaterThan(niirs, 4), source, productName) LIKE 'WV%'", true],
    ["if_then_else(isNull(productName), source, productName) IN ('WV03_VNIR', 'x')", true],
    ["if_then_else(equalTo(niirs, 4), 'a', if_then_else(equalTo(niirs, 5), 'b', 'c')) = 'b'", true],
    ['if_then_else(equalTo(niirs, 4), source, productName) IS NULL', true],
    ['INTERSECTS(buffer(featureGeometry, 1), POINT(10.5 5))', true],
    ['INTERSECTS(buffer(featureGeometry, 0.1), POINT(10.5 5))', false],
    ['INTERSECTS(buffer(featureGeometry, -1), POINT(0.5 5))', false],
    ['INTERSECTS(featureGeometry, buffer(POINT(12 5), 3))', true],
    ['area(intersection(featureGeometry, POLYGON((5 5, 15 5, 15 15, 5 15, 5 5)))) = 25', true],
    ['INTERSECTS(intersection(featureGeometry, POLYGON((5 5, 15 5, 15 15, 5 15, 5 5))), POINT(1 1))', false],
  ])('%s is %s', (ecql, expected) => expect(isTrue(ecql)).toBe(expected));

  test('an expression that takes others for ever takes no time', () => {
    const evil = { ...item, properties: { platform: 'a'.repeat(50_000) } };
    const started = cpuMs();
    expect(compileFilter(parseEcql("strMatches(source, '(a+)+b')", lonLatReading))(evil)).toBe(false);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });

  test('many cases at once are refused', () => {
    const one = "if_then_else(isBrowse, 'a', 'b')";
    const all = `source IN (${Array.from({ length: 10 }, () => one).join(', ')})`;
    expect(() => parseEcql(all, lonLatReading)).toThrow('too many cases');
  });
});

test.each([
  ['#,##0.00', 1_234_567.891, '1,234,567.89'],
  ['0.0', 0.25, '0.2'],
  ['0.0', 0.35, '0.3'],
  ['0', 2.5, '2'],
  ['0', 3.5, '4'],
  ['#', 0.4, '0'],
  ['.00', 0.5, '.50'],
  ['000.###', 7.1, '007.1'],
  ['0.00', -0.001, '-0.00'],
  ['0.0', -1.25, '-1.2'],
  ['$0.00 a month', 12, '$12.00 a month'],
  ['#,##0', 999, '999'],
  ['0%', 0.256, '26%'],
])('%s of %d is %s', (pattern, number, text) => {
  expect(formatNumber(number, readNumberPattern(pattern)!)).toBe(text);
});

test.each(['', 'abc', '0.0E0', "'#'0", '0;(0)'])('%j is no pattern', (pattern) => {
  expect(readNumberPattern(pattern)).toBeNull();
});
