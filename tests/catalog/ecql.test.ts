import { describe, expect, test } from 'vitest';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { parseEcqlList } from '../../server/src/catalog/languages/ecql/parse-ecql.ts';
import { latLonReading, lonLatReading, parseEcql } from './finished-features.ts';

const parse = (text: string): Filter => parseEcql(text, latLonReading);

const countedFeatures = (ids: readonly string[]): Filter => ({ kind: 'literal', value: ids.length === 2 });

const june = "TIMESTAMP('2021-06-01T00:00:00Z')";
const july = "TIMESTAMP('2021-07-01T00:00:00Z')";
const juneToJuly = "INTERVAL('2021-06-01T00:00:00Z', '2021-07-01T00:00:00Z')";
const square = 'POLYGON((-106 39, -104 39, -104 41, -106 41, -106 39))';

/** ECQL, and CQL2-Text of the same tree. */
const examples: readonly (readonly [ecql: string, cql2: string])[] = [
  ["acquisitionDate>='2022-01-01'", "datetime >= TIMESTAMP('2022-01-01T00:00:00Z')"],
  [
    "(acquisitionDate>='2022-01-01')AND(cloudCover<0.20)",
    "datetime >= TIMESTAMP('2022-01-01T00:00:00Z') AND eo:cloud_cover < 20",
  ],
  [
    "(acquisitionDate>='2022-01-01')AND(source='WV01' OR source LIKE 'WV03')",
    "datetime >= TIMESTAMP('2022-01-01T00:00:00Z') AND (platform = 'WV01' OR platform LIKE 'WV03')",
  ],
  ["source LIKE 'WV0_'", "platform LIKE 'WV0_'"],
  ['(groundSampleDistance<=0.3)AND(cloudCover<0.10)', 'gsd <= 0.3 AND eo:cloud_cover < 10'],
  ['offNadirAngle<=1', 'view:off_nadir <= 1'],
  ["legacyIdentifier = '104A01004D1E1900'", "catalog_id = '104A01004D1E1900'"],
  ["featureId='932f7992a4d86a9ca412c024c22792ce'", "id = '932f7992a4d86a9ca412c024c22792ce'"],
  ["productName='VIVID_STANDARD_30'", "product = 'VIVID_STANDARD_30'"],
  [
    'BBOX(featureGeometry,39.71,-105.24,39.80,-105.11)AND(cloudCover<0.15)',
    'S_INTERSECTS(envelope(geometry), BBOX(-105.24, 39.71, -105.11, 39.80)) AND eo:cloud_cover < 15',
  ],
  [
    "(source='WV01')OR(source='WV02')AND(cloudCover<0.40)",
    "platform = 'WV01' OR (platform = 'WV02' AND eo:cloud_cover < 40)",
  ],
  [
    "(source='WV01')OR((source='WV02')AND(cloudCover<0.40))",
    "platform = 'WV01' OR (platform = 'WV02' AND eo:cloud_cover < 40)",
  ],
  [
    "acquisitionDate BETWEEN '2021-01-01' AND '2021-12-31'",
    "datetime BETWEEN TIMESTAMP('2021-01-01T00:00:00Z') AND TIMESTAMP('2021-12-31T00:00:00Z')",
  ],
  [
    'acquisitionDate BETWEEN 2021-01-01T00:00:00Z AND 2021-12-31T23:59:59.999Z',
    "datetime BETWEEN TIMESTAMP('2021-01-01T00:00:00Z') AND TIMESTAMP('2021-12-31T23:59:59.999Z')",
  ],
  ['acquisitionDate > 2021-06-01', `datetime > ${june}`],
  ['acquisitionDate = 2021-06-01T10:11:12+02:00', "datetime = TIMESTAMP('2021-06-01T08:11:12Z')"],
  ['acquisitionDate AFTER 2021-06-01T00:00:00Z', `T_AFTER(datetime, ${june})`],
  ['acquisitionDate BEFORE 2021-06-01T00:00:00Z', `T_BEFORE(datetime, ${june})`],
  ['acquisitionDate DURING 2021-06-01T00:00:00Z/2021-07-01T00:00:00Z', `datetime BETWEEN ${june} AND ${july}`],
  ['acquisitionDate DURING 2021-06-01T00:00:00Z/P1M', `datetime BETWEEN ${june} AND ${july}`],
  [
    'acquisitionDate DURING P10D/2021-06-01T00:00:00Z',
    `datetime BETWEEN TIMESTAMP('2021-05-22T00:00:00Z') AND ${june}`,
  ],
  [
    'acquisitionDate DURING 2021-06-01T00:00:00Z/P1Y2M3DT4H5M6S',
    `datetime BETWEEN ${june} AND TIMESTAMP('2022-08-04T04:05:06Z')`,
  ],
  ['acquisitionDate BEFORE OR DURING 2021-06-01T00:00:00Z/2021-07-01T00:00:00Z', `datetime <= ${july}`],
  ['acquisitionDate DURING OR AFTER 2021-06-01T00:00:00Z/2021-07-01T00:00:00Z', `datetime >= ${june}`],
  ['acquisitionDate TEQUALS 2021-06-01T00:00:00Z', `T_EQUALS(datetime, ${june})`],
  ['acquisitionDate AFTER 2021-06-01T00:00:00Z/2021-07-01T00:00:00Z', `T_AFTER(datetime, ${juneToJuly})`],
  ['2021-06-01T00:00:00Z BEFORE 2021-07-01T00:00:00Z', `T_BEFORE(${june}, ${july})`],
  ['cloudCover BETWEEN 0 AND 0.1', 'eo:cloud_cover BETWEEN 0 AND 10'],
  ['cloudCover NOT BETWEEN 0.1 AND 0.9', 'eo:cloud_cover NOT BETWEEN 10 AND 90'],
  ["NOT cloudCover > 0.5 AND source = 'GE01'", "(NOT eo:cloud_cover > 50) AND platform = 'GE01'"],
  ['NOT (cloudCover > 0.5 OR offNadirAngle > 30)', 'NOT (eo:cloud_cover > 50 OR view:off_nadir > 30)'],
  ["! (source = 'GE01')", "NOT (platform = 'GE01')"],
  ['cloudCover < 0.2 && niirs >= 4', 'eo:cloud_cover < 20 AND niirs >= 4'],
  ["source IN ('WV01','WV02','WV03_VNIR')", "platform IN ('WV01', 'WV02', 'WV03_VNIR')"],
  ["source NOT IN ('GE01')", "platform NOT IN ('GE01')"],
  ["IN ('FinishedFeature.1','FinishedFeature.2')", "id IN ('FinishedFeature.1', '1', 'FinishedFeature.2', '2')"],
  ["NOT IN ('FinishedFeature.1')", "id NOT IN ('FinishedFeature.1', '1')"],
  ["strToLowerCase(source) IN ('wv01','wv02')", "lower(platform) IN ('wv01', 'wv02')"],
  ["productType LIKE '%Natural Color'", "product_type LIKE '%Natural Color'"],
  ["productType ILIKE '%natural%'", "CASEI(product_type) LIKE CASEI('%natural%')"],
  ["productType NOT LIKE 'Pan%'", "product_type NOT LIKE 'Pan%'"],
  ["legacyId LIKE '10300100%'", "catalog_id LIKE '10300100%'"],
  [String.raw`legacyDescription LIKE 'AOI\_%'`, String.raw`description LIKE 'AOI\_%'`],
  ["companyName = 'O''Brien Imaging'", "company = 'O''Brien Imaging'"],
  ['niirs IS NULL', 'niirs IS NULL'],
  ['niirs IS NOT NULL', 'niirs IS NOT NULL'],
  ['verticalAccuracy DOES-NOT-EXIST', 'TRUE'],
  ['niirs EXISTS', 'TRUE'],
  ['isBrowse = false', 'browse = FALSE'],
  ['INCLUDE', 'TRUE'],
  ['EXCLUDE', 'FALSE'],
  ['sunElevation - offNadirAngle > 20', 'view:sun_elevation - view:off_nadir > 20'],
  ['(minimumIncidenceAngle + maximumIncidenceAngle) / 2 < 35', '("incidence:min" + "incidence:max") / 2 < 35'],
  ['abs(offNadirAngle) < 10 * 1.5', 'abs(view:off_nadir) < 15'],
  ['0.2 > cloudCover', '20 > eo:cloud_cover'],
  ['earliestAcquisitionTime = latestAcquisitionTime', 'start_datetime = end_datetime'],
  [
    "[source = 'WV02' OR source = 'WV01'] AND cloudCover < 0.1",
    "(platform = 'WV02' OR platform = 'WV01') AND eo:cloud_cover < 10",
  ],
  [
    'INTERSECTS(featureGeometry, POLYGON((39 -106, 39 -104, 41 -104, 41 -106, 39 -106)))',
    `S_INTERSECTS(geometry, ${square})`,
  ],
  ['INTERSECTS(featureGeometry, SRID=4326;POINT(-105 40))', 'S_INTERSECTS(geometry, POINT(-105 40))'],
  [`WITHIN(featureGeometry, SRID=4326;${square})`, `S_WITHIN(geometry, ${square})`],
  ['CONTAINS(featureGeometry, SRID=4326;POINT(-105 40))', 'S_CONTAINS(geometry, POINT(-105 40))'],
  ['DISJOINT(featureGeometry, ENVELOPE(-110,-100,45,35))', 'S_DISJOINT(geometry, BBOX(-110, 35, -100, 45))'],
  ['DWITHIN(featureGeometry, SRID=4326;POINT(-105 40), 10, kilometers)', 'distance(geometry, POINT(-105 40)) <= 10000'],
  [
    'DWITHIN(featureGeometry, SRID=4326;POINT(-105 40), 5, nautical miles)',
    'distance(geometry, POINT(-105 40)) <= 9260',
  ],
  ['BEYOND(featureGeometry, SRID=4326;POINT(-105 40), 500, meters)', 'distance(geometry, POINT(-105 40)) > 500'],
  ['RELATE(featureGeometry, SRID=4326;POINT(-105 40), T*****FF*)', "relate(geometry, POINT(-105 40), 'T*****FF*')"],
  [`INTERSECTS(centroid(featureGeometry), SRID=4326;${square})`, `S_INTERSECTS(centroid(geometry), ${square})`],
  ['area(featureGeometry) > 0.5', 'area(geometry) > 0.5'],
  [`"source" = 'WV01' AND Vendor:cloudCover < 0.2`, "platform = 'WV01' AND eo:cloud_cover < 20"],
  ["strStartsWith(legacyId,'104') = true", "catalog_id LIKE '104%'"],
  ["strStartsWith(legacyId,'104')", "catalog_id LIKE '104%'"],
  ["acquisitionDate > dateParse('yyyy-MM-dd','2022-01-01')", "datetime > TIMESTAMP('2022-01-01T00:00:00Z')"],
];

describe('ECQL says the same as CQL2-Text', () => {
  test.each(examples)('%s', (ecql, cql2) => {
    expect(parse(ecql)).toEqual(parseCql2Text(cql2));
  });

  test('a box in metres of web maps is one in degrees', () => {
    const filter = parse("BBOX(featureGeometry,-11715000,4820000,-11700000,4835000,'EPSG:3857')");
    const { kind, right } = filter as Extract<Filter, { kind: 'spatial' }>;
    expect(kind).toBe('spatial');
    const { value } = right as { readonly value: readonly number[] };
    [-105.237, 39.685, -105.102, 39.788].forEach((degrees, i) => expect(value[i]).toBeCloseTo(degrees, 2));
  });

  test('two conditions for two feature types', () => {
    const filters = parseEcqlList("cloudCover<0.1;productName='X'", () => latLonReading);
    expect(filters).toEqual([parse('cloudCover<0.1'), parse("productName='X'")]);
    const ofPoints = 'INTERSECTS(featureGeometry,SRID=4326;POINT(1 2))';
    expect(parseEcqlList(`${ofPoints};${ofPoints}`, () => latLonReading)).toEqual([parse(ofPoints), parse(ofPoints)]);
  });
});

describe('the forms that clients really send', () => {
  test.each([
    [
      "bbox(featureGeometry,39.8,-105.1,39.9,-104.9)AND(source='WV01')",
      "S_INTERSECTS(envelope(geometry), BBOX(-105.1, 39.8, -104.9, 39.9)) AND platform = 'WV01'",
    ],
    [
      "source='WV01' AND (bbox(featureGeometry,39.8,-105.1,39.9,-104.9))",
      "platform = 'WV01' AND S_INTERSECTS(envelope(geometry), BBOX(-105.1, 39.8, -104.9, 39.9))",
    ],
    ['acquisitionDate>=2023-11-25', "datetime >= TIMESTAMP('2023-11-25T00:00:00Z')"],
    ["acquisitionDate >= '2023-11-25 10:11:12.5'", "datetime >= TIMESTAMP('2023-11-25T10:11:12.5Z')"],
    ["acquisitionDate<'2023-11-25T10:11Z'", "datetime < TIMESTAMP('2023-11-25T10:11:00Z')"],
    ["cloudCover < '0.2'", 'eo:cloud_cover < 20'],
    ['cloudCover = 0.07', 'eo:cloud_cover = 7'],
    ['cloudCover IN (0.07, 0.29, 0.57)', 'eo:cloud_cover IN (7, 29, 57)'],
    ['cloudCover * 2 < 0.5', 'eo:cloud_cover / 100 * 2 < 0.5'],
    ['cloudCover < clearSky', 'eo:cloud_cover < clear_sky'],
    ['cloudCover < offNadirAngle', 'eo:cloud_cover / 100 < view:off_nadir'],
    [
      'cloudCover < clearSky AND cloudCover < abs(niirs)',
      'eo:cloud_cover < clear_sky AND eo:cloud_cover / 100 < abs(niirs)',
    ],
    ['legacyId = 12', "catalog_id = '12'"],
    ['legacyId = 2021-01-01', "catalog_id = '2021-01-01'"],
    ["source != 'a'", "platform <> 'a'"],
    ["source == 'a'", "platform = 'a'"],
    ["source eq 'a' AND niirs gte 4", "platform = 'a' AND niirs >= 4"],
    ['acquisitionDate < now()', "datetime < TIMESTAMP('2026-01-01T12:00:00Z')"],
    [
      'BBOX(featureGeometry,-105.1,39.8,-104.9,39.9)',
      'S_INTERSECTS(envelope(geometry), BBOX(-105.1, 39.8, -104.9, 39.9))',
    ],
    [
      "BBOX(featureGeometry,-105.1,39.8,-104.9,39.9,'EPSG:4326')",
      'S_INTERSECTS(envelope(geometry), BBOX(-105.1, 39.8, -104.9, 39.9))',
    ],
    [
      "BBOX(featureGeometry,39.8,-105.1,39.9,-104.9,'urn:ogc:def:crs:EPSG::4326')",
      'S_INTERSECTS(envelope(geometry), BBOX(-105.1, 39.8, -104.9, 39.9))',
    ],
    ['INTERSECTS(featureGeometry, POINT(-105 40))', 'S_INTERSECTS(geometry, POINT(-105 40))'],
    ['INTERSECTS(featureGeometry, MULTIPOINT(40 -5, 41 -5))', 'S_INTERSECTS(geometry, MULTIPOINT((-5 40), (-5 41)))'],
    ['DWITHIN(featureGeometry, POINT(40 -5), 100, feet)', `distance(geometry, POINT(-5 40)) <= ${100 * 0.3048}`],
    ["RELATE(featureGeometry, POINT(40 -5), '2FF*FF***')", "relate(geometry, POINT(-5 40), '2FF*FF***')"],
    [
      'acquisitionDate DURING 2021-01-31T00:00:00Z/P1M',
      "datetime BETWEEN TIMESTAMP('2021-01-31T00:00:00Z') AND TIMESTAMP('2021-02-28T00:00:00Z')",
    ],
    ["dateFormat('yyyy-MM', acquisitionDate) = '2021-06'", "dateformat('yyyy-MM', datetime) = '2021-06'"],
    ['isNull(niirs) = false', 'NOT (niirs IS NULL)'],
    ["strConcat(source, productName) = 'ab'", "concat(platform, product) = 'ab'"],
    ['envelope(featureGeometry) IS NULL', 'envelope(geometry) IS NULL'],
    [
      'INTERSECTS(envelope(featureGeometry), ENVELOPE(1, 2, 4, 3))',
      'S_INTERSECTS(envelope(geometry), BBOX(1, 3, 2, 4))',
    ],
    ["PropertyExists('niirs') AND PropertyExists('nothing')", 'TRUE AND FALSE'],
    ["ID IN ('a')", "id IN ('a')"],
    ["((((source = 'a'))))", "platform = 'a'"],
    ['((1 + 2) * 3) = offNadirAngle', '9 = view:off_nadir'],
  ])('%s', (ecql, cql2) => {
    expect(parse(ecql)).toEqual(parseCql2Text(cql2));
  });

  test('longitude comes first where the version of the service has it so', () => {
    const filter = parseEcql(
      'BBOX(featureGeometry,1,2,3,4) AND INTERSECTS(featureGeometry, POINT(1 2))',
      lonLatReading,
    );
    expect(filter).toEqual(
      parseCql2Text('S_INTERSECTS(envelope(geometry), BBOX(1, 2, 3, 4)) AND S_INTERSECTS(geometry, POINT(1 2))'),
    );
  });

  test('a service may say what its feature ids are', () => {
    expect(parseEcql("IN ('a', 'b')", { ...latLonReading, features: countedFeatures })).toEqual({
      kind: 'literal',
      value: true,
    });
  });
});
