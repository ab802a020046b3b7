import { describe, expect, test } from 'vitest';
import type { SimpleGeometry } from '../../server/src/geometry/geojson.ts';
import { cellInZone } from '../../server/src/grid/cell-at.ts';
import { formatCell } from '../../server/src/grid/cell.ts';
import { cellsCovering } from '../../server/src/grid/cells-covering.ts';
import { isMember } from '../../server/src/grid/membership.ts';
import { zoneOf } from '../../server/src/grid/utm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { boxRing, ids, naiveCovering, star } from './support-coverings.ts';

const random = createRandom(testSeed());
const { between } = random;

/** Not more than may be touched, and all that surely is: borders are told apart to a metre. */
function expectAsNaive(geometry: SimpleGeometry, steps: number): number {
  const cells = ids(cellsCovering(geometry, steps));
  const { sure, possible } = naiveCovering(geometry, steps);
  const where = JSON.stringify(geometry).slice(0, 400);
  expect([where, cells.filter((id) => !possible.has(id))]).toEqual([where, []]);
  expect([where, [...sure].filter((id) => !cells.includes(id))]).toEqual([where, []]);
  expect(new Set(cells).size).toBe(cells.length);
  return cells.length;
}

/** In the middle of zones, at their edges, at the equator, and high up. */
const place = (): readonly [number, number] => [
  random.pick([between(-177, 177), -174 + 6 * random.below(58), 3 + 6 * random.below(20), -171 + 6 * random.below(50)]),
  random.pick([between(-75, 75), 0, between(-0.1, 0.1), between(75, 82), between(-82, -75)]),
];

describe('the cells that cover a geometry are those that a scan of all cells around finds', () => {
  test('polygons', () => {
    let total = 0;
    for (let round = 0; round < 40; round++) {
      const [longitude, latitude] = place();
      total += expectAsNaive(star(random, longitude, latitude, between(0.02, 0.12), 4 + random.below(9)), 12);
    }
    expect(total).toBeGreaterThan(300);
  });

  test('polygons with holes', () => {
    for (let round = 0; round < 12; round++) {
      const [longitude, latitude] = place();
      const wide = 0.12 / Math.cos((latitude * Math.PI) / 180);
      const hole = star(random, longitude, latitude, 0.08, 7).coordinates[0]!;
      const coordinates = [
        boxRing(longitude - wide, latitude - 0.1, longitude + wide, latitude + 0.1).coordinates[0]!,
        hole,
      ];
      expect(expectAsNaive({ type: 'Polygon', coordinates }, 12)).toBeGreaterThan(0);
    }
  });

  test('lines and points', () => {
    for (let round = 0; round < 20; round++) {
      const [longitude, latitude] = place();
      const coordinates = Array.from({ length: 4 }, () => [
        longitude + between(-0.2, 0.2),
        latitude + between(-0.1, 0.1),
      ]);
      expect(expectAsNaive({ type: 'LineString', coordinates }, 12)).toBeGreaterThan(1);
      expect(expectAsNaive({ type: 'Point', coordinates: coordinates[0]! }, 12)).toBeGreaterThan(0);
    }
  });

  test.each([6, 8, 10, 15])('long edges, which bend when projected, at level %i', (steps) => {
    const degrees = (20_480 / 2 ** steps / 111) * 6;
    for (let round = 0; round < 6; round++) {
      const latitude = between(-60, 60);
      const longitude = random.pick([between(-150, 150), -150 + 6 * random.below(50)]);
      const size = Math.min(degrees, 8);
      const area = boxRing(longitude - size, latitude - size / 2, longitude + size, latitude + size / 2);
      expect(expectAsNaive(area, steps)).toBeGreaterThan(10);
    }
  });
});

describe('coverings', () => {
  test('cover: every place of the geometry lies in a cell of theirs', () => {
    for (let round = 0; round < 30; round++) {
      const [longitude, latitude] = place();
      const radius = between(0.05, 1);
      const wide = radius / Math.cos((latitude * Math.PI) / 180);
      const [west, south, east, north] = [longitude - wide, latitude - radius, longitude + wide, latitude + radius];
      const cells = new Set(ids(cellsCovering(boxRing(west, south, east, north))));
      for (let sample = 0; sample < 200; sample++) {
        const [x, y] = [between(west, east), between(south, north)];
        const around = [-1, 0, 1]
          .map((by) => cellInZone(((zoneOf(x) - 1 + by + 60) % 60) + 1, x, y))
          .filter((cell) => isMember(cell));
        // Each member there, not only one: an overlap at a zone's edge is given whole.
        expect([x, y, around.map(formatCell).filter((id) => !cells.has(id))]).toEqual([x, y, []]);
      }
    }
  });

  test('are in the order of zone and quadkey, each cell once', () => {
    const cells = cellsCovering(boxRing(-6.4, -0.6, 6.3, 0.5));
    const keys = cells.map(({ zone, quadkey }) => `${String(zone).padStart(2, '0')}${quadkey}`);
    expect(keys).toEqual([...new Set(keys)].sort());
    expect(new Set(cells.map(({ zone }) => zone))).toEqual(new Set([29, 30, 31, 32]));
  });

  test('of parts that overlap hold each cell once', () => {
    const part = boxRing(10, 50, 10.5, 50.3);
    const twice = cellsCovering({
      type: 'GeometryCollection',
      geometries: [part, part, boxRing(10.1, 50.1, 10.2, 50.2)],
    });
    expect(twice).toEqual(cellsCovering(part));
  });

  test('of several parts are those of each of them', () => {
    const parts = Array.from({ length: 20 }, () => star(random, between(0, 20), between(40, 50), 0.3, 6));
    const together = cellsCovering({ type: 'MultiPolygon', coordinates: parts.map(({ coordinates }) => coordinates) });
    const alone = new Set(parts.flatMap((part) => ids(cellsCovering(part))));
    expect(ids(together).toSorted()).toEqual([...alone].sort());
    const points = {
      type: 'MultiPoint',
      coordinates: [
        [3, 50],
        [9.1, 50],
      ],
    } as const;
    const lines = {
      type: 'MultiLineString',
      coordinates: [
        [
          [3, 50],
          [3.001, 50],
        ],
        [
          [9.1, 50],
          [9.1, 50.001],
        ],
      ],
    } as const;
    expect(cellsCovering(points).length).toBeGreaterThan(1);
    expect(ids(cellsCovering(lines))).toEqual(expect.arrayContaining([...ids(cellsCovering(points))]));
  });

  test('leave out a cell that lies wholly in a hole', () => {
    const [outer, inner] = [boxRing(9, 45, 10, 46), boxRing(9.3, 45.3, 9.7, 45.7)];
    const ring = cellsCovering({ type: 'Polygon', coordinates: [outer.coordinates[0]!, inner.coordinates[0]!] });
    const whole = cellsCovering(outer);
    expect(ring.length).toBeLessThan(whole.length - 20);
    expect(ids(whole)).toEqual(expect.arrayContaining([...ids(ring)]));
  });

  test('touching counts: on a border of cells both sides, in a corner all four', () => {
    expect(ids(cellsCovering({ type: 'Point', coordinates: [3, 0] }))).toEqual([
      'Z31-033333333333',
      'Z31-122222222222',
      'Z31-211111111111',
      'Z31-300000000000',
    ]);
    const south = cellsCovering(boxRing(3, -0.01, 3.01, 0));
    expect(new Set(south.map(({ quadkey }) => quadkey[0]))).toEqual(new Set(['0', '1', '2', '3']));
  });

  test('a published area has the cells that were published for it', () => {
    const cells = ids(cellsCovering(boxRing(-106.8, 35.1, -106.4, 35.4)));
    const ends = ['231113', '231131', '231133', '231311', '231313', '231331', '320001'];
    expect(cells).toEqual(expect.arrayContaining(ends.map((end) => `Z13-031133${end}`)));
    expect(cells).toHaveLength(56);
  });

  test('nothing covers nothing', () => {
    expect(cellsCovering({ type: 'GeometryCollection', geometries: [] })).toEqual([]);
    expect(cellsCovering({ type: 'Polygon', coordinates: [] })).toEqual([]);
  });
});
