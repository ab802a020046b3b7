import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';
import { type Shade, createMosaics, jobOf, north, west, zone } from './mosaic-sources.ts';

const mosaics = createMosaics();
const { file, make, cut } = mosaics;
afterAll(mosaics.remove);

const smooth: Shade = (column, row, band) =>
  Math.round(120 + 60 * Math.sin(column / 19 + band) + 50 * Math.cos(row / 23));

const hasGdal = spawnSync('gdalwarp', ['--version']).status === 0;
if (!hasGdal) saySkipped('gdal', 'no gdalwarp (gdal-bin)');

describe.skipIf(!hasGdal)('gdalwarp of the same images', () => {
  test('gives the same pixels, in the order in which they lie', async () => {
    const next = { epsg: 32634 };
    const [x, y] = createProjections().between(zone, next)(west, north).map(Math.round) as [number, number];
    const top = make('top.tif', { west, north }, smooth);
    const below = make('below-next.tif', { west: x + 120, north: y + 10, size: 1.1, epsg: next.epsg }, smooth);
    const box = [west + 10, north - 150, west + 290, north - 10] as const;
    const job = jobOf([top, below], { cover: { crs: zone, box }, pixels: { size: 0.9 } });
    const { pixels, made } = await cut(job);
    const { width, height } = made.ground;
    const extent = [west + 10, north - 10 - height * 0.9, west + 10 + width * 0.9, north - 10].map(String);
    const exactly = ['-et', '0', '-wo', 'XSCALE=1', '-wo', 'YSCALE=1'];
    const how = ['-q', '-r', 'cubic', '-t_srs', 'EPSG:32633', '-dstalpha', ...exactly];
    const run = spawnSync('gdalwarp', [
      ...how,
      '-te',
      ...extent,
      '-ts',
      `${width}`,
      `${height}`,
      below,
      top,
      file('gdal.tif'),
    ]);
    expect([run.status, String(run.stderr)]).toEqual([0, '']);
    const theirs = await openBytes(readFileSync(file('gdal.tif')));
    const expected = await theirs.readPixels(0, wholeLevel(theirs));
    let [differing, covered] = [0, 0];
    for (let pixel = 0; pixel < width * height; pixel++) {
      const isData = (pixels.mask?.[pixel] ?? 255) !== 0;
      if (isData) covered += 1;
      const isSame = isData === ((expected.mask?.[pixel] ?? 255) !== 0);
      const isNear = [0, 1, 2].every(
        (band) => Math.abs(pixels.samples[pixel * 3 + band]! - expected.samples[pixel * 3 + band]!) <= 1,
      );
      if (!isSame || (isData && !isNear)) differing += 1;
    }
    expect(covered).toBeGreaterThan(0.8 * width * height);
    // Where images end, kernels that see half of their pixels may weigh them otherwise.
    expect(differing / (width * height)).toBeLessThan(0.0005);
  });
});
