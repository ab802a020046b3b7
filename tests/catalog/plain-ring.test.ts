import { expect, test } from 'vitest';
import { createRememberedFootprints } from '../../server/src/adapters/sqlite/catalog/known/remembered-footprints.ts';
import { createAreaTest } from '../../server/src/geometry/area-test.ts';
import { bboxGeometry, hasCornerIn } from '../../server/src/geometry/box.ts';
import type { Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { hasRingCornerIn, plainRing } from '../../server/src/geometry/plain-ring.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';

/** Whole coordinates, so that corners and sides meet often. */
function somePolygon(random: Random): Polygon {
  const [x, y] = [random.below(12), random.below(12)];
  const corners = Array.from({ length: 3 + random.below(4) }, (): Position => [
    x + random.below(5),
    y + random.below(5),
  ]);
  return { type: 'Polygon', coordinates: [[...corners, corners[0]!]] };
}

test('a ring tells of boxes and areas what its polygon tells', () => {
  const random = createRandom(4);
  const told = { inside: 0, outside: 0 };
  for (let i = 0; i < 1_000; i++) {
    const [polygon, area] = [somePolygon(random), somePolygon(random)];
    const ring = plainRing(polygon, 16)!;
    const [west, south] = [random.below(12), random.below(12)];
    const box = [west, south, west + 1 + random.below(3), south + 1] as const;
    for (const of of [area, bboxGeometry(box)!]) {
      const isIn = createAreaTest(of);
      told[isIn(polygon) ? 'inside' : 'outside']++;
      expect({ polygon, of, isIn: isIn(ring) }).toEqual({ polygon, of, isIn: isIn(polygon) });
    }
    expect(hasRingCornerIn(ring, [box])).toBe(hasCornerIn(polygon, [box]));
  }
  expect(Math.min(told.inside, told.outside)).toBeGreaterThan(250);
});

test('holes, many corners, other geometries and longitudes beyond 180 degrees are no plain rings', () => {
  const ring = [
    [0, 0],
    [4, 0],
    [0, 4],
    [0, 0],
  ];
  expect(plainRing({ type: 'Polygon', coordinates: [ring] }, 4)).toEqual(Float64Array.from(ring.flat()));
  expect(plainRing({ type: 'Polygon', coordinates: [ring] }, 3)).toBeNull();
  expect(plainRing({ type: 'Polygon', coordinates: [ring, ring] }, 4)).toBeNull();
  expect(plainRing({ type: 'Polygon', coordinates: [[]] }, 4)).toBeNull();
  expect(plainRing({ type: 'MultiPolygon', coordinates: [[ring]] }, 4)).toBeNull();
  const beyond = ring.map(([x, y]) => [x! + 178, y!]);
  expect(plainRing({ type: 'Polygon', coordinates: [beyond] }, 4)).toBeNull();
});

test('remembered rings are those that were looked at, as many as there is room for', () => {
  const random = createRandom(5);
  const polygons = Array.from({ length: 4_000 }, () => somePolygon(random));
  const known = createRememberedFootprints(16_384);
  for (const [pk, polygon] of polygons.entries()) known.remember(pk, polygon);
  expect(known.ringOf(3_999)).toEqual(plainRing(polygons[3_999]!, 16));
  const left = polygons.map((polygon, pk) => ({ ring: known.ringOf(pk), polygon })).filter(({ ring }) => ring);
  expect(left.length).toBeGreaterThan(200);
  expect(left.length).toBeLessThan(2_000);
  for (const { ring, polygon } of left) expect(ring).toEqual(plainRing(polygon, 16));
});
