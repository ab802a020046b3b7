import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findGdal } from '../../support/gdal.ts';
import { type GdalCut, type GdalCuts, asGdalwarp, cutWithGdal, judged } from './gdal-cuts.ts';
import { wideSources } from './sources.ts';

const python = findGdal();

const whole = { column: 0, row: 0, width: 830, height: 650 };
const part = { column: 37, row: 55, width: 611, height: 500 };
const corners = [
  [20.3, 10.7],
  [590.2, 60.1],
  [480.9, 480.4],
  [130.6, 390.8],
  [20.3, 10.7],
] as const;

const cuts: readonly GdalCut[] = wideSources.flatMap(({ name: source }) => [
  { name: `${source}, polygon`, source, window: part, polygons: [[corners]] },
  { name: `${source}, whole`, source, window: whole, polygons: null },
]);

let made: GdalCuts | null = null;
beforeAll(async () => {
  if (python !== null) made = await cutWithGdal(python, wideSources, cuts);
}, 120_000);
afterAll(() => made?.remove());

describe.skipIf(python === null)('cuts of signed, 32-bit and floating point images', () => {
  test.each(cuts)('$name: gdalwarp’s, pixel for pixel and mask for mask, and a sound COG', ({ name, window }) => {
    const found = made!.found[name]!;
    expect(judged(found)).toEqual(asGdalwarp(found, window));
  });

  test.each(['cog-float', 'cog-int16'])('%s: tiles are copied, on every level', (source) => {
    expect(made!.copiedTiles.get(`${source}, whole`)).toBe(12);
    const { checksums, sourceChecksums } = made!.found[`${source}, whole`]!;
    expect(sourceChecksums!.length).toBeGreaterThan(1);
    expect(checksums).toEqual(sourceChecksums);
  });
});
