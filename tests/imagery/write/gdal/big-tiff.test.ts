import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { encodeTile } from '../../../../server/src/adapters/tiff/write/encode-tile.ts';
import { type StoredLevel, layOut } from '../../../../server/src/adapters/tiff/write/lay-out.ts';
import { type StoredTile, heldTile } from '../../../../server/src/adapters/tiff/write/stored-tile.ts';
import { levelsOf } from '../../../../server/src/imagery/cut/levels.ts';
import { findGdal } from '../../support/gdal.ts';

const python = findGdal();
const folder = mkdtempSync(join(tmpdir(), 'swath-big-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
import json, sys
from osgeo import gdal
from osgeo_utils.samples.validate_cloud_optimized_geotiff import validate
gdal.UseExceptions()
opened = gdal.Open(sys.argv[1])
warnings, errors, _ = validate(sys.argv[1])
band = opened.GetRasterBand(1)
values = [int(band.ReadAsArray(x, y, 1, 1)[0, 0]) for x, y in [(0, 0), (511, 0), (512, 0), (0, 599), (899, 599)]]
print(json.dumps([errors, warnings, opened.GetMetadata("IMAGE_STRUCTURE").get("LAYOUT"), values]))
`;

/** Almost 4 GiB of nothing: a hole in the file, which takes no room on the disk. */
const hole: StoredTile = { length: 2 ** 32 - 1, read: () => Promise.reject(new Error('not to be read')) };

/** The file of a layout; holes stay holes. */
async function writeSparse(path: string, { head, order, byteLength }: ReturnType<typeof layOut>): Promise<void> {
  const file = openSync(path, 'w');
  writeSync(file, head);
  let at = head.length;
  for (const tile of order) {
    const [leader, trailer] = [Buffer.alloc(4), Buffer.alloc(4)];
    leader.writeUInt32LE(tile.length);
    const bytes = tile === hole ? new Uint8Array() : await tile.read();
    trailer.set(bytes.subarray(-4));
    writeSync(file, leader, 0, 4, at);
    writeSync(file, bytes, 0, bytes.length, at + 4);
    writeSync(file, trailer, 0, 4, at + 4 + tile.length);
    at += tile.length + 8;
  }
  closeSync(file);
  truncateSync(path, byteLength);
}

describe.skipIf(python === null)('a file of more than 4 GiB', () => {
  test('is a sound COG for GDAL, which reads what lies behind', async () => {
    const format = { compression: 'deflate', predictor: 2 } as const;
    const values = [11, 22, 33, 44];
    const tiles = await Promise.all(
      values.map(async (value) => heldTile(await encodeTile(new Uint8Array(512 * 512).fill(value), 512, 1, format))),
    );
    const levels = levelsOf(900, 600, 512).map((grid, level): StoredLevel => ({
      grid,
      tiles: level === 0 ? tiles : [hole],
      masks: null,
    }));
    const layout = layOut(
      {
        sampleType: 'uint8',
        bands: [{ name: null, color: 'grey', metadata: {} }],
        format,
        ground: { crs: { epsg: 32633 }, pixelToWorld: [0.5, 0, 500_000, 0, -0.5, 5_400_000], keys: null },
        nodata: null,
        metadata: {},
      },
      levels,
    );
    expect(layout.kind).toBe('big');
    const path = join(folder, 'big.tif');
    await writeSparse(path, layout);
    const found = JSON.parse(execFileSync(python!, ['-c', script, path], { encoding: 'utf8' })) as unknown;
    expect(found).toEqual([[], [], 'COG', [11, 11, 22, 33, 44]]);
  });
});
