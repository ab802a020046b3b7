import { expect, test } from 'vitest';
import type { Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { relate, toTopology } from '../../server/src/geometry/topology.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { cellBounds } from '../../server/src/grid/cell.ts';
import { descend } from '../../server/src/grid/cover/descend.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { boxRing, ringAround } from './support-coverings.ts';

// Corners on the corners of cells and halfway between: every rounding and every tie that the real world hides.

const random = createRandom(testSeed());
const half = 2500;
const across = 10;

const someCorner = (): Position => [half * (1 + random.below(across)), half * (1 + random.below(across))];

function somePolygon(): Polygon {
  for (;;) {
    const polygon = ringAround(Array.from({ length: 3 + random.below(5) }, someCorner));
    if (geometryProblem(polygon) === null) return polygon;
  }
}

const piecesOf = ({ coordinates }: Polygon): readonly number[] =>
  coordinates.flatMap((ring) => ring.slice(1).flatMap(([x, y], i) => [ring[i]![0]!, ring[i]![1]!, x!, y!]));

/** West and south of each cell found, in metres from the innermost corner of the quadrant. */
function found(polygons: readonly Polygon[]): readonly string[] {
  const quadkeys: string[] = [];
  const outlines = polygons.map((polygon) => ({ pieces: piecesOf(polygon), isFilled: true, isInside: false }));
  descend({ isEast: true, isNorth: true }, outlines, 12, (quadkey) => quadkeys.push(quadkey));
  return quadkeys.flatMap((quadkey) => {
    const [west, south, east] = cellBounds({ zone: 31, quadkey }).bounds;
    const count = (east - west) / 5000;
    return Array.from({ length: count * count }, (_, i) =>
      placed(west - 500_000 + 5000 * (i % count), south + 5000 * Math.floor(i / count)),
    );
  });
}

const placed = (u: number, v: number) => `${u} ${v}`;

function naive(polygons: readonly Polygon[]): readonly string[] {
  const shapes = polygons.map(toTopology);
  const cells: string[] = [];
  for (let u = 0; u <= half * (across + 2); u += 5000)
    for (let v = 0; v <= half * (across + 2); v += 5000) {
      const square = toTopology(boxRing(u, v, u + 5000, v + 5000));
      if (shapes.some((shape) => relate(shape, square).isIntersects())) cells.push(placed(u, v));
    }
  return cells;
}

test('polygons whose corners and edges lie on borders of cells have the cells that the topology library finds', () => {
  for (let round = 0; round < 250; round++) {
    const polygon = somePolygon();
    const where = JSON.stringify(polygon.coordinates);
    expect([where, found([polygon]).toSorted()]).toEqual([where, naive([polygon]).toSorted()]);
  }
});

test('several at once, which overlap', () => {
  for (let round = 0; round < 60; round++) {
    const polygons = [somePolygon(), somePolygon(), somePolygon()];
    const where = JSON.stringify(polygons);
    expect([where, found(polygons).toSorted()]).toEqual([where, naive(polygons).toSorted()]);
  }
});

test('a hole that lies on borders of cells leaves out what is wholly inside it', () => {
  const [outer] = boxRing(2500, 2500, 32_500, 32_500).coordinates;
  const [inner] = boxRing(10_000, 10_000, 25_000, 25_000).coordinates;
  const cells = found([{ type: 'Polygon', coordinates: [outer!, inner!] }]);
  // Of 7 by 7 all but the one in the middle, which alone does not touch the border of the hole.
  expect(cells).toHaveLength(48);
  expect(cells).not.toContain(placed(15_000, 15_000));
});
