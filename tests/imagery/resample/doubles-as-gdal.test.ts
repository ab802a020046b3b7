import { afterAll, describe, expect, test } from 'vitest';
import { rasterOfImage } from '../../../server/src/imagery/raster-of-image.ts';
import { doubled } from '../../../server/src/imagery/resample/doubled.ts';
import { findGdal } from '../support/gdal.ts';
import { differences } from './differences.ts';
import { type Grid, type ResampleCase, resampleWithGdal } from './gdal-resampled.ts';

const grid: Grid = { width: 150, height: 110, epsg: 32633, pixelToWorld: [0.5, 0, 500_000, 0, -0.5, 5_400_000] };

const caseOf = (part: Pick<ResampleCase, 'validity' | 'type' | 'bands'>, source = grid): ResampleCase => ({
  ...part,
  name: `${part.validity}, ${part.bands} ${part.type}, ${source.width} x ${source.height}`,
  kernel: 'doubled',
  source,
  target: source,
});

const ofKinds = (['all', 'mask', 'nodata'] as const).flatMap((validity) =>
  (['uint8', 'uint16', 'int16', 'float32'] as const).flatMap((type) =>
    [1, 3, 4].map((bands) => caseOf({ validity, type, bands })),
  ),
);

const ofSizes = [
  [1, 1],
  [2, 5],
  [4, 3],
  [7, 1],
  [6, 6],
].map(([width, height]) =>
  caseOf({ validity: 'all', type: 'uint8', bands: 3 }, { ...grid, width: width!, height: height! }),
);

const cases = [...ofKinds, ...ofSizes];
const python = findGdal();
const made = python === null ? null : resampleWithGdal(python, cases);

afterAll(() => made?.remove());

async function compare(each: ResampleCase) {
  const image = await made!.open(each.name);
  const raster = doubled(rasterOfImage(image));
  const { width, height } = raster;
  const read = await raster.read({ column: 0, row: 0, width, height });
  await image.close();
  const mask = read.mask ?? new Uint8Array(width * height).fill(255);
  const theirs = { samples: made!.samples(each), mask: made!.mask(each) };
  return { found: differences({ ...read, mask }, theirs, each.bands), mask, theirs, read };
}

describe.skipIf(made === null)('twice the density is GDAL’s within 1', () => {
  test.each(cases.filter(({ validity }) => validity === 'all'))('$name', async (each) => {
    const { found } = await compare(each);
    expect(found.masks).toEqual([]);
    expect(found.samples.filter(({ by }) => by > 1)).toEqual([]);
  });

  test.each(cases.filter(({ validity }) => validity === 'mask'))('$name: the mask is GDAL’s', async (each) => {
    const { found, theirs, read } = await compare(each);
    expect(found.masks).toEqual([]);
    // GDAL leaves data that has too little data around it black; here it keeps its colour.
    const isBlack = (pixel: number) =>
      theirs.samples.subarray(pixel * each.bands, (pixel + 1) * each.bands).every((v) => v === 0);
    const far = found.samples.filter(({ pixel, by }) => by > 1 && !isBlack(pixel));
    expect(far).toEqual([]);
    expect(found.samples.filter(({ pixel }) => isBlack(pixel)).length).toBeLessThan(
      read.samples.length / each.bands / 100,
    );
  });

  test.each(cases.filter(({ validity }) => validity === 'nodata'))('$name: data does not grow', async (each) => {
    const { found, mask } = await compare(each);
    // GDAL goes on for half a source pixel into what is no data, and gives up data that has too little around it.
    const grown = found.masks.filter((pixel) => mask[pixel] === 0);
    const lost = found.masks.filter((pixel) => mask[pixel] !== 0);
    expect(grown.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(mask.length / 100);
    expect(found.samples.filter(({ by }) => by > 1)).toEqual([]);
  });
});
