import { describe, expect, test } from 'vitest';
import { boxOf } from '../../server/src/geometry/box.ts';
import { createBoxTest } from '../../server/src/geometry/box-test.ts';
import type { Geometry, Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { shapesIntersect } from '../../server/src/geometry/intersects.ts';
import { shapeOf } from '../../server/src/geometry/shape.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';

type Ring = Polygon['coordinates'][number];

/** Whole coordinates, so that corners and sides meet often, or any. */
type Grain = (value: number) => number;
const grains: readonly Grain[] = [Math.round, (value) => value];

/** A star around a point never crosses itself, unless its corners are rounded: relations know such rings too. */
function star(random: Random, [x, y]: Position, reach: number, corners: number, grain: Grain): Ring {
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const angle = (i / corners) * 2 * Math.PI;
    const radius = reach * (0.5 + 0.5 * random.next());
    return [grain(x! + radius * Math.cos(angle)), grain(y! + radius * Math.sin(angle))];
  });
  return [...ring, ring[0]!];
}

const somewhere = (random: Random): Position => [random.next() * 20, random.next() * 20];

function someArea(random: Random, grain: Grain): Geometry {
  const polygon = (): Polygon['coordinates'] => {
    const [place, reach] = [somewhere(random), 1 + random.next() * 8];
    const shell = star(random, place, reach, random.pick([3, 8, 50, 400]), grain);
    return random.chance(0.3) ? [shell, star(random, place, reach / 3, 5, grain)] : [shell];
  };
  return random.chance(0.3)
    ? { type: 'MultiPolygon', coordinates: [polygon(), polygon()] }
    : { type: 'Polygon', coordinates: polygon() };
}

function someFootprint(random: Random, grain: Grain): Geometry {
  const ring = star(random, somewhere(random), random.pick([0.1, 1, 6]), 3 + random.below(5), grain);
  return random.pick<Geometry>([
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [ring] },
    { type: 'LineString', coordinates: ring.slice(1) },
    { type: 'MultiPoint', coordinates: ring },
    { type: 'Point', coordinates: ring[0]! },
  ]);
}

describe('what a box tells of its footprint is what the footprint says', () => {
  test.each([...grains.entries()])('grain %i', (number, grain) => {
    const random = createRandom(40 + number);
    const told = { true: 0, false: 0, null: 0 };
    for (let i = 0; i < 300; i++) {
      const area = someArea(random, grain);
      const boxTest = createBoxTest(area)!;
      for (let k = 0; k < 20; k++) {
        const footprint = someFootprint(random, grain);
        const verdict = boxTest(boxOf(footprint)!);
        told[`${verdict}`]++;
        if (verdict === null) continue;
        const isTouched = shapesIntersect(shapeOf(area)!, shapeOf(footprint)!);
        expect({ area, footprint, isTouched: verdict }).toEqual({ area, footprint, isTouched });
      }
    }
    expect(Math.min(...Object.values(told))).toBeGreaterThan(300);
  });

  test('a footprint that only touches the border is looked at', () => {
    const square: Ring = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ];
    const boxTest = createBoxTest({ type: 'Polygon', coordinates: [square] })!;
    expect(boxTest([4, 1, 6, 2])).toBeNull();
    expect(boxTest([4 + 1e-12, 1, 6, 2])).toBeNull();
    expect(boxTest([4.1, 1, 6, 2])).toBe(false);
    expect(boxTest([3, 1, 6, 2])).toBe(true);
    expect(boxTest([-1, -1, 6, 6])).toBeNull();
  });

  test('points and lines are no polygons', () => {
    expect(createBoxTest({ type: 'Point', coordinates: [1, 1] })).toBeNull();
  });
});
