import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGeoPackageWriter } from '../../../server/src/adapters/geopackage/write-geopackage.ts';
import { boxOf } from '../../../server/src/geometry/box.ts';
import type { FeatureLayers, FeatureRow } from '../../../server/src/geometry/feature-layers.ts';
import type { Geometry } from '../../../server/src/geometry/geojson.ts';
import { cloudMaskLayers, dataMaskLayers } from '../../../server/src/orders/delivery/data-mask.ts';
import { sha256, spec } from './support-orders.ts';

const settings = { isClipped: false };
const shown = { spec, settings, aoi: null };
const rowsOf = ({ layers }: FeatureLayers): readonly FeatureRow[] => [...(layers[0]!.rows as Iterable<FeatureRow>)];

describe('the masks of a tile', () => {
  test('hold what it shows, a feature for each piece', () => {
    const two = { ...spec, dataWkt: 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))' };
    expect(rowsOf(dataMaskLayers({ ...shown, spec: two }))).toEqual(
      [0, 5].map((at) => ({
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
    const [row] = rowsOf(dataMaskLayers(clipped));
    expect(boxOf(row!.geometry!)).toEqual([15.03, 45.12, 15.04, 45.14]);
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
    const contents = database.prepare('SELECT table_name, last_change, min_x, max_y FROM gpkg_contents').all();
    const rows = database.prepare('SELECT acquisition_id, cell_id FROM data_mask').all();
    database.close();
    expect(contents).toEqual([
      { table_name: 'data_mask', last_change: '2020-03-04T10:11:12.123Z', min_x: 15.01, max_y: 45.14 },
    ]);
    expect(rows).toEqual([{ acquisition_id: spec.acquisitionId, cell_id: spec.cellId }]);
  });

  test('of a clear sky is a GeoPackage too', async () => {
    expect((await bytesOf(cloudMaskLayers({ ...shown, spec: { ...spec, cloudWkt: '' } })!)).length).toBeGreaterThan(0);
  });
});
