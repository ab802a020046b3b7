import { describe, expect, test } from 'vitest';
import { filterErrorOf } from './filter-error-of.ts';
import { latLonReading, parseEcql } from './finished-features.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const errorOf = (text: string) => filterErrorOf(() => parseEcql(text, latLonReading));

describe('errors say what is wrong and where', () => {
  test.each([
    ['source=WV01', 7, "there is no attribute 'WV01'; a text is written in single quotes"],
    ['cloudCover <', 12, 'expected a value or a condition but found the end'],
    ["cloudCover = '", 13, 'the quoted text that starts here has no end'],
    ['(cloudCover<1', 13, "expected ')' but found the end"],
    ['acquisitionDate DURING 2021-06-01T00:00:00Z', 43, "expected '/' and the end of the period but found the end"],
    ['id = 3', 0, `'id' is a word of the language and cannot stand here; an attribute of that name is written "id"`],
    ['featureId=15915f-e16331', 10, "malformed number; a text is written in single quotes, as in featureId = '15915f'"],
    [
      'featureId=10300100AE766C00',
      10,
      "malformed number; a text is written in single quotes, as in featureId = '15915f'",
    ],
    ['BBOX(featureGeometry,1,2,3)', 26, "expected ',' but found ')'"],
    ["BBOX(featureGeometry,1,2,3,4,'EPSG:9999')", 29, "there is no CRS 'EPSG:9999' here"],
    ['BBOX(source,1,2,3,4)', 5, "'source' is not a geometry"],
    ['', 0, 'expected a value or a condition but found the end'],
    ['cloudCover', 0, "expected a condition but found 'cloudCover' alone"],
    ["cloudCover < 'many'", 13, "'many' is not a number, which 'cloudCover' is"],
    [
      "acquisitionDate < 'yesterday'",
      18,
      "'yesterday' is not a time as 2020-12-31 or 2020-12-31T23:59:59Z, which 'acquisitionDate' is",
    ],
    [
      'acquisitionDate < 2021',
      18,
      "'2021' is not a time as 2020-12-31 or 2020-12-31T23:59:59Z, which 'acquisitionDate' is",
    ],
    ["isBrowse = 'perhaps'", 11, "'perhaps' is not true or false, which 'isBrowse' is"],
    ['acquisitionDate > 2021-02-30', 18, '2021-02-30 is no real time'],
    ['featureGeometry = 5', 0, "'featureGeometry' is a geometry, which has no order and no value"],
    ["cloudCover LIKE '1%'", 0, "'cloudCover' is a number, not a text"],
    ['source + 1 = 2', 0, "'source' is not a number"],
    ['evil(source) = 1', 0, "there is no function 'evil'"],
    ['abs() = 1', 0, 'abs takes 1 argument, not 0'],
    ["strMatches(source, '(a')", 19, "'(a' is no regular expression"],
    [String.raw`strMatches(source, '(a)\1')`, 19, String.raw`'(a)\1' is no regular expression`],
    ['strMatches(source, productName)', 0, 'strMatches() takes a regular expression as a text'],
    ["numberFormat('0.0E0', niirs) = '1'", 0, "'0.0E0' is no pattern as #,##0.00"],
    [
      "strLength(if_then_else(isBrowse, 'a', 'b')) = 1",
      10,
      'if_then_else() can be compared, but not stand within another value',
    ],
    ["if_then_else('perhaps', 1, 2) = 1", 13, "'perhaps' is not true or false"],
    ['source NOT = 1', 11, "expected LIKE, BETWEEN or IN but found '='"],
    ["source = 'a' AND", 16, 'expected a value or a condition but found the end'],
    ["source = 'a' source = 'b'", 13, "expected the end of the filter but found 'source'"],
    [
      'DWITHIN(featureGeometry, POINT(1 2), 5, furlongs)',
      40,
      'expected meters, kilometers, feet, statute miles or nautical miles',
    ],
    ['RELATE(featureGeometry, POINT(1 2), TTT)', 36, 'expected nine of T, F, *, 0, 1 and 2'],
    [
      'INTERSECTS(featureGeometry, POLYGON((0 0, 1 1, 1 0, 0 1, 0 0)))',
      28,
      'the geometry is not valid: Self-intersection',
    ],
    ['INTERSECTS(featureGeometry, SRID=99;POINT(1 2))', 33, 'there is no CRS EPSG:99 here'],
    [
      'cloudCover DURING 2021-06-01T00:00:00Z/P1D',
      0,
      "'cloudCover' is not a time as 2020-12-31 or 2020-12-31T23:59:59Z",
    ],
    ["BBOX(featureGeometry,0,0,1e300,1,'EPSG:32633')", 45, 'the coordinates lie outside their CRS'],
    ['INTERSECTS(featureGeometry, SRID=32633;POINT(1e300 2))', 28, 'the coordinates lie outside their CRS'],
    ['1 / 0 = niirs', 0, "'1' / '0' is no number"],
    ['source = "never', 9, 'the quoted name that starts here has no end'],
    ['source = größe', 11, 'unexpected character "ö"'],
  ])('%s', (text, offset, reason) => {
    const error = errorOf(text);
    expect({ reason: error.reason, place: error.place }).toMatchObject({ reason, place: { offset } });
  });

  test('and of what kind it is', () => {
    expect(errorOf('source=WV01').problem).toBe('unknownName');
    expect(errorOf('featureGeometry = 5').problem).toBe('unfitOperand');
    expect(errorOf('source = ').problem).toBe('malformed');
  });

  test('filters without end are refused before they cost much', () => {
    const before = cpuMs();
    for (const text of [
      '('.repeat(500_000),
      `${'NOT '.repeat(200_000)}INCLUDE`,
      Array.from({ length: 40_000 }, () => 'niirs = 1').join(' OR '),
      `niirs IN (${'1,'.repeat(100_000)}1)`,
      `niirs = ${'1 + niirs + '.repeat(5_000)}1`,
      `niirs = ${'abs('.repeat(10_000)}1`,
      `source = '${'x'.repeat(1_000_001)}'`,
    ])
      expect(errorOf(text).reason).toMatch(/nested|longer|more than/);
    expect(cpuMs() - before).toBeLessThan(5_000);
  });
});
