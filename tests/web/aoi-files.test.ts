import { describe, expect, test } from 'vitest';
import { type Area, AreaProblem, areaOfBox, cornerCount } from '../../web/src/aoi/area.ts';
import { areaText } from '../../web/src/aoi/area-text.ts';
import { readAreaFile } from '../../web/src/aoi/read-area-file.ts';
import { shapefile, utm, wgs84, zipped } from './support/make-shapefile.ts';
import { corners, ring, triangle } from './support/triangle.ts';

const fileOf = (body: string | Uint8Array<ArrayBuffer>, name = 'area') => new File([body], name);
const textOfFile = async (body: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  areaText(await readAreaFile(fileOf(body)));
const problemOfFile = (body: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  readAreaFile(fileOf(body)).then(
    (area: Area) => `taken as ${areaText(area)}`,
    (error: unknown) => {
      if (error instanceof AreaProblem) return error.message;
      throw error;
    },
  );

const kmlOf = (inside: string, before = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const placemark = (coordinates: string) =>
  `<Placemark><name>a &lt; b</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const triangleKml = kmlOf(placemark(' 9.7,50.93,0\n 9.78,50.93,0 9.74,50.98 9.7,50.93 '));
const clockwise = ring.toReversed();

const boxRing = (...sides: [number, number, number, number]) =>
  [...areaOfBox(...sides).geometry.coordinates[0]!] as [number, number][];

describe('a file is an area', () => {
  test('GeoJSON and well-known text, also with a byte order mark', async () => {
    expect(await textOfFile(`\uFEFF${JSON.stringify({ type: 'Polygon', coordinates: [corners] })}`)).toBe(triangle);
    expect(await textOfFile(triangle)).toBe(triangle);
  });

  test('KML, with prefixes, comments, CDATA and holes', async () => {
    expect(await textOfFile(triangleKml)).toBe(triangle);
    const odd = `<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><!-- <Polygon> --><k:Polygon a="x>y"><k:innerBoundaryIs><k:LinearRing><k:coordinates>1,1 2,1 2,2 1,1</k:coordinates></k:LinearRing></k:innerBoundaryIs><k:outerBoundaryIs><k:LinearRing><k:coordinates><![CDATA[0,0 4,0 4,4 0,0]]></k:coordinates></k:LinearRing></k:outerBoundaryIs></k:Polygon><k:Point><k:coordinates>9,9</k:coordinates></k:Point></k:kml>`;
    expect(await textOfFile(odd)).toBe('POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))');
  });

  test('names in an older encoding, which no corner depends on', async () => {
    const kml = kmlOf(`<name>Rhön</name>${placemark('9.7,50.93 9.78,50.93 9.74,50.98')}`).replace(
      'UTF-8',
      'ISO-8859-1',
    );
    expect(await textOfFile(new Uint8Array(Buffer.from(kml, 'latin1')))).toBe(triangle);
    const geometry = { type: 'Polygon', coordinates: [corners] };
    const json = JSON.stringify({ type: 'Feature', properties: { name: 'Rhön' }, geometry });
    expect(await textOfFile(new Uint8Array(Buffer.from(json, 'latin1')))).toBe(triangle);
  });

  test('KMZ: its doc.kml, whatever else is packed with it', async () => {
    const other = kmlOf(placemark('0,0 1,0 1,1 0,0'));
    const kmz = zipped({ 'a.kml': other, 'doc.kml': triangleKml, 'files/logo.png': new Uint8Array(1_000) });
    expect(await textOfFile(kmz)).toBe(triangle);
  });

  test('a zipped shapefile: parts, holes, heights and what a Mac adds', async () => {
    const [outer, hole] = [boxRing(0, 0, 4, 4), boxRing(1, 1, 2, 2)];
    const shp = shapefile([[outer.toReversed(), hole], [clockwise]]);
    const files = { 'x/area.shp': shp, 'x/AREA.PRJ': wgs84, '__MACOSX/x/._area.shp': 'no shapefile' };
    const area = await readAreaFile(fileOf(zipped(files)));
    expect(area.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [[outer.toReversed(), hole], [corners.toReversed()]],
    });
    // An island in a lake, with a pond: the pond is the island's.
    const [land, lake, island, pond] = [
      boxRing(0, 0, 9, 9),
      boxRing(1, 1, 8, 8),
      boxRing(2, 2, 7, 7),
      boxRing(3, 3, 4, 4),
    ];
    const nested = shapefile([[land.toReversed(), lake, island.toReversed(), pond]]);
    expect((await readAreaFile(fileOf(zipped({ 'a.shp': nested, 'a.prj': wgs84 })))).geometry.coordinates).toEqual([
      [land.toReversed(), lake],
      [island.toReversed(), pond],
    ]);
    const [withMeasures, prj] = [
      shapefile([[clockwise]], 25),
      'GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble"]]',
    ];
    expect(cornerCount(await readAreaFile(fileOf(zipped({ 'a.shp': withMeasures, 'a.prj': prj }))))).toBe(3);
  });
});

describe('a file is refused with why', () => {
  const shp = shapefile([[clockwise]]);

  test.each([
    ['nothing', new Uint8Array()],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00])],
    ['a shapefile alone', new Uint8Array(shp)],
    ['an empty zip', zipped({})],
    ['a zip of other things', zipped({ 'readme.txt': 'hello' })],
    ['a torn zip', zipped({ 'doc.kml': triangleKml.repeat(50) }).slice(0, 200)],
    ['two shapefiles', zipped({ 'a.shp': shp, 'b.shp': shp, 'a.prj': wgs84 })],
    ['points', zipped({ 'a.shp': shapefile([], 1), 'a.prj': wgs84 })],
    ['a torn shapefile', zipped({ 'a.shp': shp.slice(0, -40), 'a.prj': wgs84 })],
    ['no shapefile', zipped({ 'a.shp': 'hello', 'a.prj': wgs84 })],
    ['HTML', '<html><body>Sign in</body></html>'],
    ['KML without polygons', kmlOf('<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>')],
    ['KML that is torn', triangleKml.slice(0, -20)],
    ['KML with words as coordinates', kmlOf(placemark('here there'))],
    ['KML whose tags cross', '<kml><a><b></a></b></kml>'],
  ])('%s', async (_, body) => {
    const problem = await problemOfFile(body);
    expect(problem).not.toMatch(/^taken as/);
    expect(problem).toMatch(/\.$/);
  });

  test('a projected shapefile is named, one without .prj is asked for it', async () => {
    expect(await problemOfFile(zipped({ 'a.shp': shp, 'a.prj': utm }))).toBe(
      'It is in WGS_1984_UTM_Zone_32N: save the shapefile in WGS 84 (EPSG:4326) first.',
    );
    expect(await problemOfFile(zipped({ 'a.shp': shp, 'a.prj': wgs84.replaceAll('WGS_1984', 'ETRS_1989') }))).toContain(
      'GCS_ETRS_1989',
    );
    expect(await problemOfFile(zipped({ 'a.shp': shp }))).toContain('no .prj');
  });

  test('KML with entities is not expanded', async () => {
    const laughs = '<!DOCTYPE kml [<!ENTITY a "1,1 "><!ENTITY b "&a;&a;&a;&a;">]>';
    expect(await problemOfFile(kmlOf(placemark('&b;'), laughs))).toContain('DOCTYPE');
    expect(await problemOfFile(kmlOf(placemark('&b; 1,2 3,4')))).toContain('is no lon,lat');
  });

  test('a zip bomb is stopped before it fills the memory', async () => {
    const bomb = zipped({ 'doc.kml': new Uint8Array(21_000_000) });
    expect(bomb.length).toBeLessThan(50_000);
    expect(await problemOfFile(bomb)).toBe('The zip file holds more than 20 MB when it is unpacked.');
  });

  test('one that cannot be read, as a folder that was dropped, is told so', async () => {
    const folder = { size: 4_096, arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) };
    await expect(readAreaFile(folder as unknown as File)).rejects.toThrow(AreaProblem);
  });

  test('a file too large to be read is not', async () => {
    const large = { size: 21_000_000, arrayBuffer: () => Promise.reject(new Error('read')) } as unknown as File;
    await expect(readAreaFile(large)).rejects.toThrow('It has 21 MB; files up to 20 MB are read.');
  });
});
