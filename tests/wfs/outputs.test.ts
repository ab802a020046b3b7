import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { fileMakers as makers } from '../../server/src/adapters/wfs/file-makers.ts';
import { makeShapeZip } from '../../server/src/adapters/wfs/shape-zip-maker.ts';
import { outputNamed } from '../../server/src/wfs/outputs/outputs.ts';
import { readCsv } from '../exports/support.ts';
import { areas, attributes, box, contextOf, featureOf, otherShapes, render } from './support-outputs.ts';
import { readZip } from './support-zip.ts';

const everything = [...areas, ...otherShapes];

describe('names of outputs', () => {
  test.each([
    ['application/gml+xml; version=3.2', 'application/gml+xml; version=3.2'],
    ['text/xml; subtype=gml/3.2.1', 'application/gml+xml; version=3.2'],
    ['GML3', 'text/xml; subtype=gml/3.1.1'],
    ['text/xml;subtype=gml/3.1.1', 'text/xml; subtype=gml/3.1.1'],
    ['GML2', 'text/xml; subtype=gml/2.1.2'],
    ['geojson', 'application/json'],
    ['CSV', 'csv'],
    ['text/csv', 'csv'],
    ['shape-zip', 'SHAPE-ZIP'],
    ['application/zip', 'SHAPE-ZIP'],
    ['kml', 'KML'],
    // A plus that arrived as a blank.
    ['application/vnd.google-earth.kml xml', 'KML'],
    ['gpkg', 'application/geopackage+sqlite3'],
    ['application/geopackage sqlite3', 'application/geopackage+sqlite3'],
  ])('%s is %s', (asked, name) => expect(outputNamed(asked)?.name).toBe(name));

  test('others are none', () => expect(outputNamed('text/javascript')).toBeNull());
});

describe.each(['gml32', 'gml3', 'gml2', 'kml'])('%s', (format) => {
  test('is XML, whatever its values are', () => {
    const text = render(format, everything).toString();
    const root = readXml(text);
    expect(root.name).toMatch(/FeatureCollection|kml/);
    for (const hostile of ['<b>', '<odd>', '\u0001', '\0']) expect(text).not.toContain(hostile);
  });

  test('of nothing is a document of nothing', () => {
    const text = render(format, []).toString();
    readXml(text);
    expect(text).not.toContain('FinishedFeature.');
  });
});

test('gml 3.1.1 has latitudes first where the name of the CRS says so, and no ids of geometries', () => {
  const [plain] = areas;
  const swapped = render('gml3', [plain!]).toString();
  expect(swapped).toContain('<gml:posList>20 10 20 11 21 11 21 10 20 10</gml:posList>');
  expect(swapped).toContain(' numberOfFeatures="1"');
  expect(swapped.match(/gml:id=/g)).toHaveLength(1);
  const short = { srsName: 'http://www.opengis.net/gml/srs/epsg.xml#4326', code: 4326, isLatLon: false };
  expect(render('gml3', [plain!], { crs: short }).toString()).toContain('>10 20 11 20 11 21 10 21 10 20<');
});

test('gml 2.1.2 says that nobody knows the bounds, which it must say', () => {
  const crs = { srsName: 'http://www.opengis.net/gml/srs/epsg.xml#4326', code: 4326, isLatLon: false };
  const text = render('gml2', areas, { crs }).toString();
  expect(text).toContain('<gml:boundedBy><gml:null>unknown</gml:null></gml:boundedBy>');
  expect(text).toContain('<gml:coordinates decimal="." cs="," ts=" ">10,20 11,20 11,21 10,21 10,20</gml:coordinates>');
  expect(text).toContain('fid="FinishedFeature.plain"');
});

test.each(['gml3', 'gml2'])('%s of one feature alone is that feature', (format) => {
  const root = readXml(render(format, [areas[0]!], { isAlone: true }).toString());
  expect([root.name, root.uri]).toEqual(['FinishedFeature', 'urn:swath:wfs:acme']);
});

describe('csv', () => {
  test('has the id first, then attributes, then the geometry with x first', () => {
    const text = render('csv', areas).toString();
    const [header] = text.split('\r\n');
    expect(header).toBe(['FID', ...attributes.map(({ name }) => name), 'featureGeometry'].join(','));
    const rows = readCsv(text);
    expect(rows.map(({ FID }) => FID)).toEqual(areas.map(({ gmlId }) => gmlId));
    expect(rows[0]).toMatchObject({
      groundSampleDistance: '0.5',
      isMultiPart: 'true',
      note: `<b> & "q" 'a', ]]> \r\n\t; end`,
      featureGeometry: 'POLYGON ((10 20, 10 21, 11 21, 11 20, 10 20))',
    });
    expect(rows[2]).toMatchObject({ groundSampleDistance: '-0.25', groundSampleDistanceUnit: "'=1+1" });
    expect(rows[3]).toMatchObject({ featureId: '3 <odd> "id"', featureGeometry: '', note: '' });
    expect(text.endsWith('\r\n')).toBe(true);
  });

  test('of nothing is its header', () => expect(render('csv', []).toString().split('\r\n')).toHaveLength(2));

  test('without a geometry has no column for it', () =>
    expect(render('csv', areas, { hasGeometry: false }).toString()).not.toContain('featureGeometry'));

  test.each([
    ['tab', '\t'],
    ['semicolon', ';'],
    ['SPACE', ' '],
    ['|', '|'],
  ])('csvseparator:%s', (csvseparator, sign) => {
    const text = render('csv', [featureOf('a', null, [1.5, `x${sign}y`])], { options: { csvseparator } }).toString();
    expect(text.split('\r\n')[1]).toBe(['FinishedFeature.a', 'a', '1.5', `"x${sign}y"`, '', '', '', '', ''].join(sign));
  });

  test.each(['"', 'ab', '1', '-', '.', 'constructor'])('csvseparator:%s is refused', (csvseparator) => {
    expect(() => render('csv', [], { options: { csvseparator } })).toThrow(
      expect.objectContaining({
        kind: 'invalid_parameters',
        detail: expect.objectContaining({
          exception: { exceptionCode: 'InvalidParameterValue', locator: 'format_options' },
        }) as unknown,
      }),
    );
  });
});

const names = (zip: Buffer) => [...readZip(zip).keys()].sort();
const five = (name: string) => ['cpg', 'dbf', 'prj', 'shp', 'shx'].map((ending) => `${name}.${ending}`);
const against = (ring: number[][]) => ring.toReversed();

describe('shape-zip', () => {
  test('has five files for each kind of geometry', () => {
    const kinds = ['FinishedFeature', 'FinishedFeature_lines', 'FinishedFeature_multipoints', 'FinishedFeature_points'];
    expect(names(render('shape-zip', everything))).toEqual(kinds.flatMap(five).sort());
  });

  test('of nothing is a table without rows', () => {
    const files = readZip(render('shape-zip', []));
    expect([...files.keys()].sort()).toEqual(five('FinishedFeature'));
    expect(files.get('FinishedFeature.shp')).toHaveLength(100);
    expect(files.get('FinishedFeature.shx')).toHaveLength(100);
    expect(files.get('FinishedFeature.dbf')!.readUInt32LE(4)).toBe(0);
    expect(files.get('FinishedFeature.cpg')!.toString()).toBe('UTF-8');
  });

  test('outer rings go with the clock and holes against it, whichever way they came', () => {
    const coordinates = [against(box(0, 0, 10)), box(2, 3, 4)];
    const shp = readZip(render('shape-zip', [featureOf('a', { type: 'Polygon', coordinates })])).get(
      'FinishedFeature.shp',
    )!;
    const points = Array.from({ length: 10 }, (_, i) => [
      shp.readDoubleLE(160 + 16 * i),
      shp.readDoubleLE(168 + 16 * i),
    ]);
    expect(points).toEqual([...box(0, 0, 10), ...against(box(2, 3, 4))]);
    expect(shp.readInt32BE(24) * 2).toBe(shp.length);
  });

  test('texts are cut at 254 bytes and never within a character', () => {
    const long = [`${'a'.repeat(253)}äb`, 'ä'.repeat(200), '𝄞'.repeat(100)];
    const dbf = readZip(
      render(
        'shape-zip',
        long.map((text, i) => featureOf(`${i}`, null, [null, text])),
      ),
    ).get('FinishedFeature.dbf')!;
    const unit = [...Array(7).keys()].map((i) => dbf.subarray(32 + 32 * i, 64 + 32 * i))[2]!;
    expect([unit.subarray(0, 10).toString(), unit[11], unit[16]]).toEqual(['groundSa_1', 'C'.charCodeAt(0), 254]);
    const text = dbf.toString('utf8', dbf.readUInt16LE(8));
    expect(text).not.toContain('\ufffd');
    expect(text).toContain('a'.repeat(253));
    expect(text).toContain('ä'.repeat(127));
    expect(text).not.toContain('ä'.repeat(128));
    expect(text).toContain('𝄞'.repeat(63));
  });

  test('becomes several where one would be too long, and leaves nothing behind', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wfs-split-'));
    try {
      const file = makeShapeZip(contextOf(), { temporaryFolder: folder, nowMs: () => 0 }, 1_000);
      file.add(
        Array.from({ length: 20 }, (_, i) => featureOf(`f${i}`, { type: 'Polygon', coordinates: [box(i, 0, 1)] })),
      );
      const files = readZip(Buffer.concat([...file.end()]));
      file.close();
      const tables = [...files].filter(([name]) => name.endsWith('.dbf'));
      expect(tables.length).toBeGreaterThan(2);
      expect(tables.reduce((sum, [, bytes]) => sum + bytes.readUInt32LE(4), 0)).toBe(20);
      for (const [, bytes] of files) expect(bytes.length).toBeLessThanOrEqual(1_000);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('whoever leaves before the end leaves nothing behind', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wfs-left-'));
    for (const left of ['shape-zip', 'geopackage']) {
      const file = makers[left]!(contextOf(), { temporaryFolder: folder, nowMs: () => 0 });
      file.add(everything);
      file.close();
    }
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
