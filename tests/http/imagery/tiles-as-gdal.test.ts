import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findGdal } from '../../imagery/support/gdal.ts';
import { tileGrid } from '../../../server/src/imagery/render/tile-grid.ts';
import { type PictureArchive, pixelsOf, startPictureArchive, tiff } from './picture-archive.ts';

const python = findGdal();

/** A smooth picture with a masked disc, as a COG with overviews; sixteen bits, four bands and nodata as another. */
const draw = `
import sys, numpy as np
from osgeo import gdal, osr
folder = sys.argv[1]
side = 1500
rows, columns = np.mgrid[0:side, 0:side]
def placed(bands, kind):
    memory = gdal.GetDriverByName('MEM').Create('', side, side, bands, kind)
    memory.SetGeoTransform((500000, 0.5, 0, 5400000, 0, -0.5))
    system = osr.SpatialReference(); system.ImportFromEPSG(32633)
    memory.SetProjection(system.ExportToWkt())
    return memory
eight = placed(3, gdal.GDT_Byte)
for band in range(3):
    eight.GetRasterBand(band + 1).WriteArray((127 + 100 * np.sin(columns / (60 + 9 * band)) * np.cos(rows / 80)).astype(np.uint8))
eight.CreateMaskBand(gdal.GMF_PER_DATASET)
eight.GetRasterBand(1).GetMaskBand().WriteArray(np.where((rows - 750) ** 2 + (columns - 750) ** 2 < 700 ** 2, 255, 0).astype(np.uint8))
gdal.GetDriverByName('COG').CreateCopy(folder + '/eight.tif', eight, options=['COMPRESS=DEFLATE', 'BLOCKSIZE=256', 'OVERVIEW_RESAMPLING=AVERAGE'])
sixteen = placed(4, gdal.GDT_UInt16)
for band in range(4):
    values = (3000 + 1500 * np.sin(columns / 50) * np.cos(rows / (70 + 5 * band))).astype(np.uint16)
    values[:300] = 0
    sixteen.GetRasterBand(band + 1).WriteArray(values)
    sixteen.GetRasterBand(band + 1).SetNoDataValue(0)
gdal.GetDriverByName('COG').CreateCopy(folder + '/sixteen.tif', sixteen, options=['COMPRESS=DEFLATE', 'PREDICTOR=YES', 'BLOCKSIZE=256'])
`;

const warp = `
import sys, json
from osgeo import gdal
source, target, size, west, south, east, north = sys.argv[1], sys.argv[2], int(sys.argv[3]), *map(float, sys.argv[4:8])
made = gdal.Warp('', source, format='MEM', dstSRS='EPSG:3857', outputBounds=(west, south, east, north), width=size, height=size,
  resampleAlg='bilinear', errorThreshold=0, dstAlpha=True, warpOptions=['XSCALE=1', 'YSCALE=1', 'UNIFIED_SRC_NODATA=YES'])
made.ReadAsArray().astype('<u2').tofile(target)
`;

let archive: PictureArchive;

beforeAll(async () => {
  if (python === null) return;
  archive = await startPictureArchive();
  const made = spawnSync(python, ['-c', draw, archive.folder], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const bounds = [500_000, 5_399_250, 500_750, 5_400_000] as const;
  for (const name of ['eight', 'sixteen'])
    await archive.item(name, { bounds, assets: { visual: tiff(`file://${archive.folder}/${name}.tif`) } });
});
afterAll(() => archive?.stop());

/** Bands and alpha as gdalwarp makes them, plane by plane. */
function gdalTile(name: string, [z, x, y]: readonly number[], size: number): Uint16Array {
  const [pixel, , west, , , north] = tileGrid({ z: z!, x: x!, y: y! }, size).pixelToWorld;
  const bounds = [west, north - pixel * size, west + pixel * size, north].map(String);
  const target = join(archive.folder, 'warped.bin');
  const run = spawnSync(python!, ['-c', warp, join(archive.folder, `${name}.tif`), target, String(size), ...bounds], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const bytes = readFileSync(target);
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Of pixels that both show: the largest difference; and how many only one of them shows. */
function compare(
  shown: Buffer,
  expected: (band: number, pixel: number) => number,
  isData: (pixel: number) => boolean,
  size: number,
) {
  let [largest, onlyOne, both] = [0, 0, 0];
  for (let pixel = 0; pixel < size * size; pixel++) {
    const isShown = shown[pixel * 4 + 3] !== 0;
    if (isShown !== isData(pixel)) onlyOne += 1;
    if (!isShown || !isData(pixel)) continue;
    both += 1;
    for (let band = 0; band < 3; band++)
      largest = Math.max(largest, Math.abs(shown[pixel * 4 + band]! - expected(band, pixel)));
  }
  return { largest, onlyOne, both };
}

describe.skipIf(python === null)('tiles are what gdalwarp makes', () => {
  /** At the scene's own size, enlarged, from overviews, and hardly a dot. */
  test.each([
    [20, 256],
    [18, 256],
    [18, 512],
    [17, 256],
    [16, 256],
    [15, 512],
  ])('eight bits with a mask at zoom %i, %i pixels: within 2', async (z, size) => {
    const centre = 2 ** z;
    const [x, y] = [
      Math.floor(((15.005 + 180) / 360) * centre),
      Math.floor(((1 - Math.asinh(Math.tan((48.7495 * Math.PI) / 180)) / Math.PI) / 2) * centre),
    ];
    const { data } = await pixelsOf(
      await archive.picture(`/streaming/v1/tiles/scenes/eight/${z}/${x}/${y}.png?size=${size}`),
    );
    const planes = gdalTile('eight', [z, x, y], size);
    const count = size * size;
    const { largest, onlyOne, both } = compare(
      data,
      (band, pixel) => planes[band * count + pixel]!,
      (pixel) => planes[3 * count + pixel] !== 0,
      size,
    );
    expect(both).toBeGreaterThan(500);
    expect(largest).toBeLessThanOrEqual(2);
    // At the rim the two may count a pixel differently, where the mask was averaged.
    expect(onlyOne).toBeLessThanOrEqual(size / 8);
  });

  test('sixteen bits of four bands with nodata, stretched: within 2', async () => {
    const [z, size, count] = [18, 256, 256 * 256];
    const [x, y] = [
      Math.floor(((15.004 + 180) / 360) * 2 ** z),
      Math.floor(((1 - Math.asinh(Math.tan((48.7508 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z),
    ];
    const { data } = await pixelsOf(
      await archive.picture(`/streaming/v1/tiles/scenes/sixteen/${z}/${x}/${y}.png?bands=4,2,1&rescale=1000,5000`),
    );
    const planes = gdalTile('sixteen', [z, x, y], size);
    const [bands, alpha] = [[3, 1, 0], 4];
    const expected = (band: number, pixel: number) =>
      Math.min(255, Math.max(0, ((planes[bands[band]! * count + pixel]! - 1000) * 255) / 4000));
    const { largest, onlyOne, both } = compare(data, expected, (pixel) => planes[alpha * count + pixel] !== 0, size);
    expect(both).toBeGreaterThan(5000);
    expect(largest).toBeLessThanOrEqual(2);
    expect(onlyOne).toBeLessThanOrEqual(size / 8);
  });
});
