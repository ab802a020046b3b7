import { describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { Crs } from '../../../server/src/imagery/georeference.ts';
import { targetGrid } from '../../../server/src/imagery/cut/target-grid.ts';
import { degrees } from '../../../server/src/imagery/known-systems.ts';

const projections = createProjections();
const cell: { readonly crs: Crs; readonly box: readonly [number, number, number, number] } = {
  crs: { epsg: 32633 },
  box: [500_000, 5_760_000, 505_000, 5_765_000],
};

/** An image at 15 east, 52 north, with pixels of so many units of its system. */
function pixelIn(crs: Crs, size: number): number {
  const [x, y] = projections.between(degrees, crs)(15, 52);
  const image = { crs, width: 1000, height: 1000, pixelToWorld: [size, 0, x, 0, -size, y] as const };
  return targetGrid(cell, 'own', image, projections).pixelToWorld[0];
}

describe('pixels that are computed are as large as the image’s own are on the ground', () => {
  const feet = '+proj=tmerc +lat_0=50 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=0 +datum=WGS84 +units=us-ft +no_defs';

  test.each<[string, Crs, number, number]>([
    ['of another zone', { epsg: 32632 }, 0.5, 0.5],
    ['of a map that stretches a little', { epsg: 3034 }, 0.5, 0.5],
    ['in feet', { proj4: feet }, 1, 0.305],
    ['in web mercator, at 52 degrees', { epsg: 3857 }, 1, 0.616],
    ['in degrees', { epsg: 4326 }, 0.00001, 0.874],
  ])('%s', (_, crs, size, metres) => expect(pixelIn(crs, size)).toBeCloseTo(metres, 2));
});
