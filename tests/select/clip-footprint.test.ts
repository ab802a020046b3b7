import { describe, expect, test } from 'vitest';
import type { Box } from '../../server/src/geometry/box.ts';
import { bboxGeometry } from '../../server/src/geometry/box.ts';
import type { Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { fromTopology, intersectionOf, toTopology } from '../../server/src/geometry/topology.ts';
import { clipFootprint } from '../../server/src/select/survey/clip-footprint.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { planeArea } from './plane-area.ts';

const box: Box = [0, 0, 2, 1];
const boxPolygon = bboxGeometry(box) as Polygon;

/** A star with many corners around a place. */
const star = (count: number, x: number, y: number, radius: (i: number) => number): readonly Position[] => {
  const corners = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    return [x + radius(i) * Math.cos(angle), y + radius(i) * Math.sin(angle)];
  });
  return [...corners, corners[0]!];
};

describe('a footprint is clipped to a box', () => {
  test('what is left has the area of the intersection, holes too', () => {
    const seed = testSeed();
    const random = createRandom(seed);
    let [wholes, nothings] = [0, 0];
    for (let round = 0; round < 500; round++) {
      const [x, y, size] = [random.next() * 6 - 2, random.next() * 4 - 1.5, 0.2 + random.next() * 4];
      const shell = star(3 + random.below(12), x, y, () => size * (0.5 + random.next() / 2));
      const hole = star(5, x, y, () => size * 0.2);
      const polygon: Polygon = { type: 'Polygon', coordinates: random.chance(0.3) ? [shell, hole] : [shell] };
      const expected = planeArea(fromTopology(intersectionOf(toTopology(polygon), toTopology(boxPolygon))));
      const clipped = clipFootprint(polygon, box);
      if (clipped === 'whole') wholes++;
      if (clipped === null) nothings++;
      const area = clipped === 'whole' ? 2 : clipped === null ? 0 : planeArea(clipped);
      const where = `seed ${seed}, round ${round}`;
      expect({ where, area: Math.abs(area - expected) < 1e-9 }).toEqual({ where, area: true });
    }
    expect(wholes).toBeGreaterThan(10);
    expect(nothings).toBeGreaterThan(10);
  });

  test('the box itself is whole; nearly the box is not', () => {
    expect(clipFootprint(boxPolygon, box)).toBe('whole');
    const nearly: Polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [2, 1 - 1e-9],
          [0, 1],
          [0, 0],
        ],
      ],
    };
    expect(clipFootprint(nearly, box)).not.toBe('whole');
  });

  test('several polygons stay apart, points and lines are nothing', () => {
    const parts = [boxPolygon, boxPolygon];
    expect(clipFootprint({ type: 'GeometryCollection', geometries: parts }, box)).toMatchObject({
      type: 'MultiPolygon',
      coordinates: { length: 2 },
    });
    expect(clipFootprint({ type: 'Point', coordinates: [1, 0.5] }, box)).toBeNull();
    expect(clipFootprint({ type: 'Polygon', coordinates: [] }, box)).toBeNull();
  });
});
