import { describe, expect, test } from 'vitest';
import { areaOnEarthSqkm } from '../../server/src/geometry/area-on-earth.ts';
import { bboxGeometry } from '../../server/src/geometry/box.ts';
import { geodesicAreaM2 } from '../support/geodesic-area.ts';
import type { Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { createRandom } from '../support/seeded-random.ts';

const box = (...bbox: readonly [number, number, number, number]) => bboxGeometry(bbox) as Polygon;

/** Corners on every edge: then shortest paths hardly differ from straight lines in degrees. */
function dense(ring: readonly Position[], parts: number): readonly Position[] {
  const inner = ring.slice(1).flatMap(([x, y], index) => {
    const [fromX, fromY] = ring[index] as [number, number];
    return Array.from({ length: parts }, (_, part): Position => {
      const share = (part + 1) / parts;
      return [fromX + (x! - fromX) * share, fromY + (y! - fromY) * share];
    });
  });
  return [ring[0]!, ...inner];
}

describe('area on earth', () => {
  test('the whole earth is that of the ellipsoid', () => {
    expect(areaOnEarthSqkm(box(-180, -90, 180, 90))).toBeCloseTo(510_065_621.72, -3);
  });

  test('agrees with shortest paths on the ellipsoid to a few parts in a million, anywhere', () => {
    const random = createRandom(11).next;
    for (let round = 0; round < 200; round++) {
      const [x, y, size] = [random() * 350 - 175, random() * 170 - 85, 0.01 + random() * 3];
      const corners = [0, 1, 2, 3, 4].map((corner): Position => {
        const angle = (corner / 5) * 2 * Math.PI;
        return [x + Math.cos(angle) * size * (0.5 + random() / 2), y + Math.sin(angle) * size * 0.5];
      });
      const ring = [...corners, corners[0]!];
      const area = areaOnEarthSqkm({ type: 'Polygon', coordinates: [ring] });
      const exact = geodesicAreaM2({ type: 'Polygon', coordinates: [dense(ring, 200)] }) / 1e6;
      expect(Math.abs(area / exact - 1)).toBeLessThan(2e-5);
    }
  });

  test('holes are taken away, parts are added, what has no area has none', () => {
    const [outer, inner] = [box(0, 0, 4, 4), box(1, 1, 2, 2)];
    const holed: Polygon = { type: 'Polygon', coordinates: [...outer.coordinates, ...inner.coordinates] };
    expect(areaOnEarthSqkm(holed)).toBeCloseTo(areaOnEarthSqkm(outer) - areaOnEarthSqkm(inner), 6);
    expect(
      areaOnEarthSqkm({
        type: 'GeometryCollection',
        geometries: [
          inner,
          { type: 'Point', coordinates: [1, 2] },
          { type: 'MultiPolygon', coordinates: [outer.coordinates] },
        ],
      }),
    ).toBeCloseTo(areaOnEarthSqkm(outer) + areaOnEarthSqkm(inner), 6);
  });
});
