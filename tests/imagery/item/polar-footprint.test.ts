import { describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import { geodesicAreaM2 } from '../../support/geodesic-area.ts';
import { enclosingBbox } from '../../../server/src/geometry/enclosing-bbox.ts';
import type { Geometry, Polygon } from '../../../server/src/geometry/geojson.ts';
import { geometryProblem } from '../../../server/src/geometry/validity.ts';
import { footprintOf } from '../../../server/src/imagery/item/footprint.ts';
import { degrees } from '../../../server/src/imagery/known-systems.ts';
import type { ImageSample } from '../../../server/src/imagery/item/sample-image.ts';

const side = 200;
const pixel = 1_000;

/** Where data is, by metres from the pole; everywhere when absent. */
type Data = (x: number, y: number) => boolean;

/** A square image whose upper left corner lies at those kilometres from the pole. */
function polar(epsg: number, left: number, top: number, data?: Data): Geometry {
  const [west, north] = [left * 1_000, top * 1_000];
  const mask = data
    ? Uint8Array.from({ length: side * side }, (_, at) =>
        data(west + ((at % side) + 0.5) * pixel, north - (Math.floor(at / side) + 0.5) * pixel) ? 255 : 0,
      )
    : null;
  const sample: ImageSample = {
    of: { width: side, height: side },
    width: side,
    height: side,
    columnStep: 1,
    rowStep: 1,
    bands: [0],
    samples: new Uint8Array(side * side),
    mask,
  };
  return footprintOf(sample, [pixel, 0, west, 0, -pixel, north], createProjections().between({ epsg }, degrees))!;
}

const areaOf = (geometry: Geometry): number =>
  geometry.type === 'MultiPolygon'
    ? geometry.coordinates.reduce((sum, coordinates) => sum + geodesicAreaM2({ type: 'Polygon', coordinates }), 0)
    : geodesicAreaM2(geometry as Polygon);

/** How much larger the ground is than its map at the pole; the bounds are those around it. */
describe.each([
  { epsg: 3413, pole: 90, growth: 1.0633 },
  { epsg: 3031, pole: -90, growth: 1.0568 },
])('footprints over a pole, EPSG:$epsg', ({ epsg, pole, growth }) => {
  test.each<[string, number, number, Data | undefined, number, boolean]>([
    ['with the pole within', -100, 100, undefined, 40_000, true],
    ['with the pole aside of the middle', -150, 60, undefined, 40_000, true],
    ['with the pole on an edge', -100, 0, undefined, 40_000, true],
    ['with the pole at a corner', 0, 0, undefined, 40_000, true],
    ['with the pole close to an edge', -100, -1, undefined, 40_000, false],
    ['without data at the pole', -100, 100, (x, y) => Math.hypot(x, y) > 50_000, 40_000 - 7_854, false],
    ['with three quarters around the pole', -100, 100, (x, y) => x < 0 || y < 0, 30_000, true],
    [
      'with a hole beside the pole',
      -100,
      100,
      (x, y) => Math.abs(x) > 20_000 || y < 20_000 || y > 60_000,
      38_400,
      true,
    ],
  ])('%s it is valid, has its area and reaches the pole or not', (_, left, top, data, pixels, isAtPole) => {
    const footprint = polar(epsg, left, top, data);
    expect(geometryProblem(footprint)).toBeNull();
    expect(areaOf(footprint) / (pixels * pixel * pixel * growth)).toBeCloseTo(1, 2.3);
    const [, south, , north] = enclosingBbox(footprint)!;
    expect(south === pole || north === pole).toBe(isAtPole);
  });

  test('around the pole it is one polygon of all longitudes, beside it the way across the antimeridian is known', () => {
    for (const [left, top] of [
      [-100, 100],
      [-150, 60],
    ] as const) {
      const footprint = polar(epsg, left, top);
      expect(footprint.type).toBe('Polygon');
      expect(enclosingBbox(footprint)).toMatchObject({ 0: -180, 2: 180 });
    }
    const [west, , east] = enclosingBbox(polar(epsg, -100, pole > 0 ? 201 : -1))!;
    expect([west, east].map(Math.round)).toEqual(pole > 0 ? [46, -136] : [91, -91]);
  });
});
