/** What resampling costs beside GDAL, warps in memory, doubling from file to file without a codec: `npx tsx bench/imagery/resample.ts`. Needs a Python with GDAL. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import { createTiffReader } from '../../server/src/adapters/tiff/tiff-reader.ts';
import type { Samples } from '../../server/src/imagery/pixels.ts';
import type { OpenImage } from '../../server/src/imagery/ports.ts';
import type { GroundGrid, Raster } from '../../server/src/imagery/raster.ts';
import { rasterOfImage } from '../../server/src/imagery/raster-of-image.ts';
import { doubled } from '../../server/src/imagery/resample/doubled.ts';
import { warped } from '../../server/src/imagery/resample/warped.ts';
import { printTable } from '../support/report.ts';
import { origin, originText } from '../support/results.ts';
import { imageInMemory } from '../../tests/imagery/resample/image-in-memory.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const side = Number(process.env['SIDE'] ?? 8192);
const block = 512;
const script = fileURLToPath(new URL('./resample_with_gdal.py', import.meta.url));
const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import numpy, osgeo.gdal']).status === 0,
);
if (python === undefined) throw new Error('no Python with GDAL');

const projections = createProjections();

function gridAround(lon: number, lat: number, epsg: number, size: number): GroundGrid {
  const [x, y] = projections.between({ epsg: 4326 }, { epsg })(lon, lat);
  const half = size / 4;
  return {
    width: size,
    height: size,
    crs: { epsg },
    pixelToWorld: [0.5, 0, Math.round(x - half), 0, -0.5, Math.round(y + half)],
  };
}

function gdalSeconds(...values: readonly (string | number)[]): number {
  const { status, stdout, stderr } = spawnSync(python!, [script, ...values.map(String)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

async function ourSeconds(raster: Raster, take: (samples: Samples) => void = () => {}): Promise<number> {
  const before = process.cpuUsage();
  for (let row = 0; row < raster.height; row += block) {
    for (let column = 0; column < raster.width; column += block) {
      const [width, height] = [Math.min(block, raster.width - column), Math.min(block, raster.height - row)];
      take((await raster.read({ column, row, width, height })).samples);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Tiles one after the other, as a file without a codec has them. */
async function doubleFile(from: string, to: string): Promise<number> {
  const image = await createTiffReader({ localRoots: ['/'] }).open(from);
  const file = openSync(to, 'w');
  const seconds = await ourSeconds(doubled(rasterOfImage(image)), (samples) => writeSync(file, samples));
  closeSync(file);
  await image.close();
  return seconds;
}

/** Noise: nothing that a kernel could find easy. */
function noiseOf(grid: GroundGrid): OpenImage {
  const samples = new Uint8Array(grid.width * grid.height * 3);
  let state = 1;
  for (let at = 0; at < samples.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    samples[at] = state >>> 24;
  }
  return imageInMemory({ ...grid, bands: 3, samples, mask: null });
}

const place = ({ crs, pixelToWorld }: GroundGrid) => [(crs as { epsg: number }).epsg, pixelToWorld[2], pixelToWorld[5]];
const rows: string[][] = [];

async function measure(what: string, megapixels: number, ours: () => Promise<number>, theirs: () => number) {
  const [mine, anchor]: [number[], number[]] = [[], []];
  // One after the other in every round, so that a busy machine is busy for both.
  for (let round = 0; round < rounds; round++) {
    mine.push(await ours());
    anchor.push(theirs());
  }
  const [best, least] = [Math.min(...mine), Math.min(...anchor)];
  const speed = (megapixels / best).toFixed(0);
  rows.push([what, best.toFixed(2), least.toFixed(2), (best / least).toFixed(2), speed]);
}

const target = gridAround(18, 48, 32634, side);
const source = gridAround(18, 48, 32633, Math.ceil(side * 1.1));
const image = noiseOf(source);
for (const kernel of ['bilinear', 'cubic'] as const) {
  await measure(
    `warp to the next zone, ${kernel}`,
    side ** 2 / 1e6,
    () => ourSeconds(warped(image, target, projections, { kernel })),
    () => gdalSeconds(kernel, source.width, ...place(source), side, ...place(target)),
  );
}
const folder = mkdtempSync(join(tmpdir(), 'swath-bench-'));
try {
  const [from, to] = [join(folder, 'from.tif'), join(folder, 'to.tif')];
  gdalSeconds('draw', from, side / 2);
  await measure(
    'twice the density, from file to file',
    side ** 2 / 1e6,
    () => doubleFile(from, to),
    () => gdalSeconds('double', from, to),
  );
} finally {
  rmSync(folder, { recursive: true });
}
const half = noiseOf(gridAround(18, 48, 32633, side / 2));
const alone = await ourSeconds(doubled(rasterOfImage(half)));
rows.push(['twice the density, in memory', alone.toFixed(2), '-', '-', (side ** 2 / 1e6 / alone).toFixed(0)]);
console.log(`\nbench/imagery/resample: ${originText(origin())}\n`);
printTable([`${side} px square out, 3 bands of 8 bits`, 'CPU s', 'GDAL, CPU s', 'ratio', 'Mpx a CPU s'], rows);
