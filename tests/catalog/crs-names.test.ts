import { describe, expect, test } from 'vitest';
import { type Corners, boxOfCorners, orderOf } from '../../server/src/catalog/languages/box-of-corners.ts';
import { fromLonLat, latLon, lonLat, readCrs, toLonLat } from '../../server/src/catalog/languages/crs-names.ts';

describe('names of reference systems, and the order of their axes', () => {
  test.each([
    ['EPSG:4326', 4326, false],
    ['epsg:4326', 4326, false],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', 4326, false],
    ['urn:x-ogc:def:crs:EPSG:4326', 4326, true],
    ['urn:ogc:def:crs:EPSG::4326', 4326, true],
    ['urn:ogc:def:crs:EPSG:6.9:4326', 4326, true],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', 4326, true],
    ['https://www.opengis.net/def/crs/EPSG/9.9.1/4326', 4326, true],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326, false],
    ['urn:ogc:def:crs:OGC::CRS84', 4326, false],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 4326, false],
    ['CRS:84', 4326, false],
    ['OGC:CRS84', 4326, false],
    ['EPSG:3857', 3857, false],
    ['EPSG:900913', 3857, false],
    ['urn:ogc:def:crs:EPSG::3857', 3857, false],
    ['http://www.opengis.net/def/crs/EPSG/0/3857', 3857, false],
    ['EPSG:32601', 32_601, false],
    ['urn:ogc:def:crs:EPSG::32760', 32_760, false],
  ])('%s', (name, code, isLatLon) => {
    expect(readCrs(name)).toMatchObject({ code, isLatLon });
  });

  test.each([
    '',
    '4326',
    'EPSG:',
    'EPSG:32690',
    'EPSG:32600',
    'EPSG:32661',
    'EPSG:3035',
    'EPSG:4326x',
    'urn:ogc:def:crs',
    'constructor',
  ])('there is no %s here', (name) => {
    expect(readCrs(name)).toBeNull();
  });
});

describe('coordinates', () => {
  test.each(['EPSG:4326', 'urn:ogc:def:crs:EPSG::4326', 'EPSG:3857', 'EPSG:32613', 'EPSG:32713'])(
    'go to %s and come back',
    (name) => {
      const crs = readCrs(name)!;
      const [longitude, latitude] = toLonLat(fromLonLat([-105.25, 39.75], crs), crs);
      expect(longitude).toBeCloseTo(-105.25, 9);
      expect(latitude).toBeCloseTo(39.75, 9);
    },
  );

  test('of web maps end where the world does', () => {
    const [longitude, latitude] = toLonLat([20_037_508.342_789_244, 20_037_508.342_789_244], readCrs('EPSG:3857')!);
    expect(longitude).toBeCloseTo(180, 9);
    expect(latitude).toBeCloseTo(85.051_128_78, 7);
    expect(fromLonLat([0, 90], readCrs('EPSG:3857')!).every(Number.isFinite)).toBe(true);
  });

  test('a first coordinate beyond 90 is a longitude, whatever is usual', () => {
    expect(orderOf(true, [39, 40], [-105, -104])).toBe(latLon);
    expect(orderOf(true, [-105, 40], [39, 40])).toBe(lonLat);
    expect(orderOf(true, [-100, 100], [-200, 200])).toBe(latLon);
    expect(orderOf(false, [39, 40], [39, 40])).toBe(lonLat);
  });
});

describe('boxes of two corners', () => {
  test.each<readonly [string, Corners, string, readonly number[]]>([
    ['latitude first', [1, 2, 3, 4], 'urn:ogc:def:crs:EPSG::4326', [2, 1, 4, 3]],
    ['longitude first', [1, 2, 3, 4], 'EPSG:4326', [1, 2, 3, 4]],
    ['south and north changed', [1, 4, 3, 2], 'EPSG:4326', [1, 2, 3, 4]],
    ['across the antimeridian', [170, 0, -170, 1], 'EPSG:4326', [170, 0, -170, 1]],
    ['across it by numbers beyond 180', [170, 0, 190, 1], 'EPSG:4326', [170, 0, -170, 1]],
    ['a map turned once around', [370, 0, 380, 1], 'EPSG:4326', [10, 0, 20, 1]],
    ['more than the world', [-200, -90, 200, 90], 'EPSG:4326', [-180, -90, 180, 90]],
    ['more than the world, beyond the poles too', [-270, -135, 270, 135], 'EPSG:4326', [-180, -90, 180, 90]],
    ['beyond one pole', [80, 2, 95, 4], 'urn:ogc:def:crs:EPSG::4326', [2, 80, 4, 90]],
  ])('%s', (_, corners, name, bbox) => {
    expect(boxOfCorners(corners, readCrs(name)!)).toEqual(bbox);
  });

  test('of a zone holds every place of the box, whose edges bend', () => {
    const crs = readCrs('EPSG:32633')!;
    const [west, south, east, north] = boxOfCorners([300_000, 6_000_000, 700_000, 6_100_000], crs);
    for (const x of [300_000, 400_000, 500_000, 600_000, 700_000])
      for (const y of [6_000_000, 6_050_000, 6_100_000]) {
        const [longitude, latitude] = toLonLat([x, y], crs);
        expect(longitude >= west && longitude <= east && latitude >= south && latitude <= north).toBe(true);
      }
  });
});
