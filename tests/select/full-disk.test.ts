import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGeoPackageWriter } from '../../server/src/adapters/geopackage/write-geopackage.ts';
import type { FeatureLayer, FeatureRow } from '../../server/src/geometry/feature-layers.ts';

/** As the driver says it in the middle of a layer. */
const rowsOfFullDisk: AsyncIterable<FeatureRow> = {
  [Symbol.asyncIterator]: () => ({
    next: () => Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 })),
  }),
};

test('a GeoPackage that a full disk has no room for is unavailable, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const layer: FeatureLayer = {
    name: 'places',
    description: 'Some places',
    geometryType: 'MultiPolygon',
    columns: [],
    rows: rowsOfFullDisk,
  };
  const reading = async () => {
    for await (const _ of createGeoPackageWriter(folder)({ layers: [layer], lastChangeMs: 0 })) continue;
  };
  await expect(reading()).rejects.toMatchObject({ kind: 'unavailable', message: 'the disk is full' });
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
