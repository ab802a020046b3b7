import { describe, expect, test } from 'vitest';
import { readArea } from '../../server/src/select/request/read-area.ts';
import { AreaProblem, areaMembers, boxOf, cornerCount } from '../../web/src/aoi/area.ts';
import { areaSqkm } from '../../web/src/aoi/area-size.ts';
import { areaText } from '../../web/src/aoi/area-text.ts';
import { parseArea } from '../../web/src/aoi/parse-area.ts';
import { corners, triangle } from './support/triangle.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const box = '9.7,50.93,9.78,50.98';

const problemOf = (text: string): string => {
  try {
    return `taken as ${areaText(parseArea(text))}`;
  } catch (error) {
    if (error instanceof AreaProblem) return error.message;
    throw error;
  }
};

describe('a text is an area', () => {
  test.each([
    ['a box with commas', box],
    ['a box with space', ' 9.7 50.93  9.78 50.98\n'],
    ['a box with both', '9.7, 50.93, 9.78, 50.98'],
  ])('%s', (_, text) => {
    expect(areaText(parseArea(text))).toBe(box);
    expect(areaMembers(parseArea(text))).toEqual({ bbox: [9.7, 50.93, 9.78, 50.98] });
  });

  test.each([
    ['lat, lon with a comma', '50.93, 9.7\n50.93, 9.78\n50.98, 9.74'],
    ['lon lat without one', '9.7 50.93\n9.78 50.93\n9.74 50.98'],
    ['closed by hand', '9.7 50.93\r\n9.78 50.93\r\n9.74 50.98\r\n9.7 50.93\r\n'],
    ['semicolons', '50.93, 9.7; 50.93, 9.78; 50.98, 9.74;'],
    ['degrees, minutes, seconds', `50°55'48"N 9°42'0"E\n50°55'48"N 9°46'48"E\n50°58'48"N 9°44'24"E`],
    ['letters before, east first', 'E9°42.0 N50°55.8\nE9°46.8 N50°55.8\nE9°44.4 N50°58.8'],
    ['decimal degrees with letters', '50.93N, 9.7E\n50.93n, 9.78e\n50.98N, 9.74E'],
    ['parted by space alone', '50 55 48 N 9 42 0 E\n50 55 48 N 9 46 48 E\n50 58 48 N 9 44 24 E'],
    ['well-known text', triangle],
    ['in small letters, with heights', 'polygon z ((9.7 50.93 1, 9.78 50.93 2, 9.74 50.98 3, 9.7 50.93 1))'],
    ['as QGIS copies it', 'PolygonZ ((9.7 50.93 1, 9.78 50.93 2, 9.74 50.98 3, 9.7 50.93 1))'],
    ['with its SRID', `SRID=4326;${triangle}`],
    ['an open ring', 'POLYGON((9.7 50.93,9.78 50.93,9.74 50.98))'],
    ['GeoJSON', JSON.stringify({ type: 'Polygon', coordinates: [corners] })],
    [
      'a feature with heights',
      JSON.stringify({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [corners.map((each) => [...each, 7])] },
      }),
    ],
  ])('%s', (_, text) => {
    expect(areaText(parseArea(text))).toBe(triangle);
  });

  test('numbers beyond 90 show that the longitude comes first, comma or not', () => {
    const northOfPerth = 'POLYGON((115.8 -31.9,115.9 -31.9,115.9 -31.8,115.8 -31.9))';
    expect(areaText(parseArea('115.8, -31.9\n115.9, -31.9\n115.9, -31.8'))).toBe(northOfPerth);
    expect(areaText(parseArea('-31.9 115.8\n-31.9 115.9\n-31.8 115.9'))).toBe(northOfPerth);
  });

  test('all polygons of a collection together, whatever lies beside them', () => {
    const second = corners.map(([x, y]) => [x! + 1, y!]);
    const features = [
      { type: 'Feature', properties: null, geometry: null },
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } },
      { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [corners] } },
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'GeometryCollection', geometries: [{ type: 'MultiPolygon', coordinates: [[second]] }] },
      },
    ];
    const area = parseArea(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(area.geometry).toEqual({ type: 'MultiPolygon', coordinates: [[corners], [second]] });
    expect(parseArea(areaText(area))).toEqual(area);
  });

  test('several polygons are sent one by one: the service takes neighbours, but not as a multipolygon', () => {
    const boxes = [parseArea('0,0,1,1'), parseArea('1,0,2,1')].map(({ geometry }) => geometry);
    const features = boxes.map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
    const area = parseArea(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(areaMembers(area)).toEqual({ intersects: { type: 'GeometryCollection', geometries: boxes } });
    expect(() => readArea({ intersects: area.geometry })).toThrow('not valid');
    expect(readArea(areaMembers(area)).type).toBe('Polygon');
    expect(parseArea(JSON.stringify({ type: 'GeometryCollection', geometries: boxes }))).toEqual(area);
  });

  test('parts on both sides of the antimeridian lie beside each other', () => {
    const split = 'MULTIPOLYGON(((177 -17,180 -17,180 -16,177 -17)),((-180 -17,-179 -17,-179 -16,-180 -17)))';
    expect(boxOf(parseArea(split))).toEqual([177, -17, 181, -16]);
  });

  test('across the antimeridian, as the service takes it', () => {
    const fiji = parseArea('177,-19,-179,-16');
    expect(boxOf(fiji)).toEqual([177, -19, 181, -16]);
    expect(areaText(fiji)).toBe('177,-19,-179,-16');
    expect(areaMembers(fiji)).toEqual({ bbox: [177, -19, -179, -16] });
    const corner = parseArea('17S 177E\n17S 179W\n16S 179W');
    expect(boxOf(corner)).toEqual([177, -17, 181, -16]);
    expect(parseArea(areaText(corner))).toEqual(corner);
  });

  test('what is written in the address is read back as the same, to 10 cm', () => {
    const rough = parseArea('POLYGON((0 0,1.23456789 0,1.2345679 1e-9,1 1,0 0))');
    expect(areaText(rough)).toBe('POLYGON((0 0,1.234568 0,1 1,0 0))');
  });

  test('one that crosses itself is left to the service, which says where', () => {
    expect(problemOf('POLYGON((0 0,1 1,1 0,0 1,0 0))')).toMatch(/^taken as POLYGON/);
  });

  test('its size and corners', () => {
    expect(areaSqkm(parseArea('0,0,1,1'))).toBeCloseTo(12_364, -1);
    const holed = parseArea('POLYGON((0 0,2 0,2 2,0 2,0 0),(0.5 0.5,1.5 0.5,1.5 1.5,0.5 1.5,0.5 0.5))');
    expect(areaSqkm(holed) / areaSqkm(parseArea('0,0,2,2'))).toBeCloseTo(0.75, 3);
    expect([cornerCount(holed), cornerCount(parseArea(box))]).toEqual([8, 4]);
  });
});

describe('a text is refused with where and why', () => {
  test.each([
    ['', 'Nothing is given yet.'],
    ['  \n ', 'Nothing is given yet.'],
    ['somewhere', 'Line 1: “somewhere” is no pair of coordinates, such as 50.93, 9.71'],
    ['50.9, 9.7\n50.9, 9.8; north', 'Line 3: “north” is no pair of coordinates, such as 50.93, 9.71'],
    ['50.9, 9.7\n50.9, 9.8', 'An area needs at least three corners, one a line.'],
    [`50°61'0"N 9°0'0"E\n1N 1E\n2N 2E`, 'Line 1'],
    ['1N 2N\n1N 1E\n2N 2E', 'Line 1'],
    ['100, 120\n1, 2\n3, 4', 'Both the first and the second numbers go beyond 90'],
    ['9.7,50.98,9.78,50.93', 'South (50.98) must lie below north (50.93).'],
    ['1,2,1,3', 'West and east are the same.'],
    ['-300,0,300,1', 'It is wider than the world.'],
    ['500000,5399600,500400,5400000', 'is no place in degrees'],
    ['50.93,109.7,50.98,109.78', 'are longitude and latitude the other way around?'],
    ['POLYGON((50.9 109.7,50.9 109.8,51 109.8,50.9 109.7))', 'are longitude and latitude the other way around?'],
    ['POLYGON((0 0,1 0,1 x,0 0))', 'Well-known text, character 20: a number is expected.'],
    ['POLYGON((0 0,1 0,1 1,0 0)', "Well-known text, character 26: ',' or ')' is expected."],
    ['POLYGON((0 0,1 0,1 1,0 0)) and more', 'the text goes on'],
    ['POLYGON EMPTY', 'the area is empty'],
    ['POINT(1 2)', 'POINT is no area'],
    [`SRID=3857;${triangle}`, 'SRID 3857 is not taken'],
    ['POLYGON((0 0,1 1,0 0))', 'A polygon needs at least three corners.'],
    ['{"type": "Polygon", "coordinates"', 'This is no JSON'],
    ['{"type": "Polygon", "coordinates": [[[0, 0], [1, "x"]]]}', 'GeoJSON, at /coordinates/0/1: must be two numbers.'],
    ['{"type": "Polygon"}', 'GeoJSON, at /coordinates: must be a list.'],
    ['{"type": "Circle"}', 'GeoJSON, at its root: has no type of GeoJSON.'],
    ['[1, 2, 3]', 'GeoJSON, at its root: must be a GeoJSON object.'],
    ['{"type": "FeatureCollection", "features": []}', 'holds no Polygon'],
    ['{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}', 'holds no Polygon'],
  ])('%j', (text, reason) => {
    expect(problemOf(text)).toContain(reason);
  });

  test('GeoJSON of another system, and one nested without end', () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } };
    expect(problemOf(JSON.stringify({ type: 'Polygon', coordinates: [corners], crs }))).toContain('EPSG::25832');
    const deep = `${'{"type":"GeometryCollection","geometries":['.repeat(50)}${']}'.repeat(50)}`;
    expect(problemOf(deep)).toContain('nested too deeply');
  });

  test('more corners than the service takes, in every way, and soon', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => [Math.sin(at) * 80, Math.cos(at) * 80]);
    const started = cpuMs();
    for (const text of [
      many.map((each) => each.join(' ')).join('\n'),
      `POLYGON((${many.map((each) => each.join(' ')).join(',')}))`,
      JSON.stringify({ type: 'Polygon', coordinates: [many] }),
    ])
      expect(problemOf(text)).toMatch(/10,000/);
    expect(problemOf(`${'9'.repeat(100_000)} 1\n1 1\n2 2`)).toMatch(/^Line 1|no place/);
    expect(problemOf(`${' '.repeat(100_000)}1`.repeat(3))).toMatch(/Line 1|taken|at least/);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });
});
