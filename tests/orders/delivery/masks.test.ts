import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGeoPackageWriter } from '../../../server/src/adapters/geopackage/write-geopackage.ts';
import { boxOf } from '../../../server/src/geometry/box.ts';
import type { FeatureLayers, FeatureRow } from '../../../server/src/geometry/feature-layers.ts';
import type { Geometry, Polygon, Position } from '../../../server/src/geometry/geojson.ts';
import { cloudMaskLayers, dataMaskLayers } from '../../../server/src/orders/delivery/data-mask.ts';
import { toDegrees } from '../../http/imagery/picture-archive.ts';
import { sha256, spec } from './support-orders.ts';

const settings = { isClipped: false };
const shown = { spec, settings, aoi: null };
const rowsOf = ({ layers }: FeatureLayers): readonly FeatureRow[] => [...(layers[0]!.rows as Iterable<FeatureRow>)];

/** Back from metres of the cell's zone. */
function inDegrees({ layers: [layer] }: FeatureLayers, { geometry, ...row }: FeatureRow) {
  const { coordinates } = geometry as Polygon;
  const back = ([x, y]: Position) => toDegrees(layer!.epsg!, x!, y!).map((degrees) => Math.round(degrees * 1e6) / 1e6);
  return { ...row, geometry: { type: 'Polygon' as const, coordinates: coordinates.map((ring) => ring.map(back)) } };
}

describe('the masks of a tile', () => {
  test('hold what it shows, a feature for each piece', () => {
    const two = { ...spec, dataWkt: 'MULTIPOLYGON (((13 13, 14 13, 14 14, 13 13)), ((15 15, 16 15, 16 16, 15 15)))' };
    const mask = dataMaskLayers({ ...shown, spec: two });
    expect(rowsOf(mask).map((row) => inDegrees(mask, row))).toEqual(
      [13, 15].map((at) => ({
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [at, at],
              [at + 1, at],
              [at + 1, at + 1],
              [at, at],
            ],
          ],
        },
        values: [spec.acquisitionId, spec.cellId, spec.datetime],
      })),
    );
  });

  test('are clipped where the order is', () => {
    const aoi: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [15.03, 45],
          [16, 45],
          [16, 46],
          [15.03, 46],
          [15.03, 45],
        ],
      ],
    };
    const clipped = { spec, settings: { isClipped: true }, aoi };
    const mask = dataMaskLayers(clipped);
    expect(boxOf(inDegrees(mask, rowsOf(mask)[0]!).geometry)).toEqual([15.03, 45.12, 15.04, 45.14]);
    expect(rowsOf(cloudMaskLayers(clipped)!)).toEqual([]);
    expect(rowsOf(dataMaskLayers({ ...clipped, settings }))).toEqual(rowsOf(dataMaskLayers(shown)));
  });

  test('of clouds: none where nobody has drawn them, an empty one where the sky is clear', () => {
    expect(cloudMaskLayers({ ...shown, spec: { ...spec, cloudWkt: null } })).toBeNull();
    expect(rowsOf(cloudMaskLayers({ ...shown, spec: { ...spec, cloudWkt: '' } })!)).toEqual([]);
    expect(rowsOf(cloudMaskLayers(shown)!)).toHaveLength(1);
  });
});

describe('the file of a mask', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'swath-masks-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function bytesOf(layers: FeatureLayers): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of createGeoPackageWriter(folder)(layers)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  test('is a GeoPackage with that layer, the same each time it is written', async () => {
    const [bytes, again] = [await bytesOf(dataMaskLayers(shown)), await bytesOf(dataMaskLayers(shown))];
    expect(sha256(again)).toBe(sha256(bytes));
    const path = join(folder, 'mask.gpkg');
    writeFileSync(path, bytes);
    const database = new DatabaseSync(path, { readOnly: true });
    const contents = database.prepare('SELECT table_name, last_change, min_x, max_y, srs_id FROM gpkg_contents').all();
    const systems = database.prepare('SELECT srs_id, srs_name FROM gpkg_spatial_ref_sys WHERE srs_id > 0').all();
    const rows = database.prepare('SELECT acquisition_id, cell_id FROM data_mask').all();
    database.close();
    const [west, north] = [500_786.231, 4_998_503.595];
    expect(contents).toEqual([
      { table_name: 'data_mask', last_change: '2020-03-04T10:11:12.123Z', min_x: west, max_y: north, srs_id: 32_633 },
    ]);
    expect(systems).toEqual([
      { srs_id: 4326, srs_name: 'WGS 84' },
      { srs_id: 32_633, srs_name: 'WGS 84 / UTM zone 33N' },
    ]);
    expect(rows).toEqual([{ acquisition_id: spec.acquisitionId, cell_id: spec.cellId }]);
  });

  test('of a clear sky is a GeoPackage too', async () => {
    expect((await bytesOf(cloudMaskLayers({ ...shown, spec: { ...spec, cloudWkt: '' } })!)).length).toBeGreaterThan(0);
  });
});
