import { describe, expect, test } from 'vitest';
import type { Feature } from '../../server/src/wfs/outputs/output.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { describedByGdal, hasGdal, readWithGdal } from './support-gdal.ts';
import { areas, attributes, otherShapes, render } from './support-outputs.ts';

if (!hasGdal) saySkipped('gdal', 'no ogrinfo (gdal-bin)');

type Format = { readonly format: string; readonly file: string; readonly options?: readonly string[] };

const formats: readonly Format[] = [
  { format: 'gml32', file: 'a.gml' },
  { format: 'gml3', file: 'a.gml' },
  { format: 'gml2', file: 'a.gml' },
  { format: 'kml', file: 'a.kml' },
  {
    format: 'csv',
    file: 'a.csv',
    options: ['-oo', 'GEOM_POSSIBLE_NAMES=featureGeometry', '-oo', 'AUTODETECT_TYPE=YES'],
  },
  { format: 'shape-zip', file: 'a.zip' },
  { format: 'gpkg', file: 'a.gpkg' },
];

/** What a shapefile calls them. */
const shortNames: Readonly<Record<string, string>> = {
  groundSampleDistance: 'groundSamp',
  groundSampleDistanceUnit: 'groundSa_1',
  isMultiPart: 'isMultiPar',
  acquisitionDate: 'acquisitio',
};

/** The places of a geometry, whatever its parts are wrapped in and whichever way its rings go. */
const placesOf = (geometry: { readonly coordinates: unknown } | null): readonly string[] =>
  [...JSON.stringify(geometry?.coordinates ?? []).matchAll(/\[(-?[\d.e-]+),(-?[\d.e-]+)/g)]
    .map(([, x, y]) => `${Number(x)} ${Number(y)}`)
    .sort();

describe.skipIf(!hasGdal)('GDAL reads', () => {
  test.each(formats)('$format: every feature, its geometry and its values', ({ format, file, options }) => {
    const { features, complaints } = readWithGdal(render(format, areas), file, options);
    expect(complaints).toBe('');
    expect(features).toHaveLength(areas.length);
    for (const [i, { geometry, properties }] of features.entries()) {
      const written = areas[i]!;
      const name = (full: string) => (format === 'shape-zip' ? (shortNames[full] ?? full) : full);
      const valueOf = (full: string) => written.values[attributes.findIndex((one) => one.name === full)];
      expect(properties[name('featureId')]).toBe(written.id);
      expect(placesOf(geometry)).toEqual(placesOf(written.geometry as never));
      expect(properties[name('groundSampleDistance')] ?? null).toBe(valueOf('groundSampleDistance'));
      expect(Number(properties[name('ceCategory')] ?? NaN)).toBe(valueOf('ceCategory') ?? NaN);
    }
    const [plain, hole] = features;
    const unit = format === 'shape-zip' ? 'groundSa_1' : 'groundSampleDistanceUnit';
    expect(hole!.properties[unit]).toBe('ä€𝄞');
    // GDAL's reader of CSV has its own idea of line ends.
    expect(String(plain!.properties['note']).replace('\r\n', '\n')).toBe(`<b> & "q" 'a', ]]> \n\t; end`);
    const date = format === 'shape-zip' ? 'acquisitio' : 'acquisitionDate';
    expect(String(plain!.properties[date])).toMatch(/^2026.02.03.04:05:06\.789/);
  });

  test.each(formats.filter(({ format }) => format !== 'shape-zip'))(
    '$format: points, lines and collections',
    ({ format, file, options }) => {
      const { features } = readWithGdal(render(format, otherShapes), file, options);
      expect(features.map(({ geometry }) => geometry!.type.replace('MultiCurve', 'MultiLineString'))).toEqual(
        otherShapes.map(({ geometry }) => geometry!.type),
      );
    },
  );

  test('shape-zip: a layer for each kind of geometry', () => {
    const zip = render('shape-zip', otherShapes);
    const idsIn = (layer: string) =>
      readWithGdal(zip, 'a.zip', [layer]).features.map(({ properties }) => properties['featureId']);
    expect(idsIn('FinishedFeature_points')).toEqual(['point']);
    expect(idsIn('FinishedFeature_multipoints')).toEqual(['points']);
    expect(idsIn('FinishedFeature_lines')).toEqual(['line', 'lines']);
    expect(idsIn('FinishedFeature')).toEqual(['mixed']);
  });

  test.each([
    ['shape-zip', 'a.zip'],
    ['gpkg', 'a.gpkg'],
  ])('%s: in metres where that was asked for', (format, file) => {
    for (const [code, name] of [
      [3857, 'Pseudo-Mercator'],
      [32_631, 'UTM zone 31N'],
      [32_733, 'UTM zone 33S'],
    ] as const) {
      const crs = { srsName: `urn:ogc:def:crs:EPSG::${code}`, code, isLatLon: false };
      const info = describedByGdal(render(format, [areas[0]!], { crs }), file);
      expect(info).toContain(name);
      expect(info).toContain(`ID["EPSG",${code}]`);
    }
  });

  test.each(formats.filter(({ format }) => format !== 'gml3' && format !== 'gml2' && format !== 'gml32'))(
    '$format: nothing, where nothing was found',
    ({ format, file, options }) => {
      const none: readonly Feature[] = [];
      expect(readWithGdal(render(format, none), file, options).features).toEqual([]);
    },
  );
});
