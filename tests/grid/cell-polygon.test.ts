import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../server/src/geometry/box.ts';
import type { Position } from '../../server/src/geometry/geojson.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { cellAt } from '../../server/src/grid/cell-at.ts';
import { type Cell, cellBounds, parseCell } from '../../server/src/grid/cell.ts';
import { cellEnvelope, cellGeometry, cellRing } from '../../server/src/grid/cell-polygon.ts';
import { degreesOfUtm, utmOfDegrees } from '../../server/src/grid/utm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const vectors = fileURLToPath(new URL('../../../shared/vectors/grid.json', import.meta.url));
const random = createRandom(testSeed());
const { between } = random;
const someCell = (steps = 12) => cellAt(between(-180, 180), between(-84, 84), steps);
const corners = { toleranceDegrees: Infinity };

const signedArea = (ring: readonly Position[]) =>
  ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0]! * y! - x! * ring[i]![1]!, 0) / 2;

/** How far a place in degrees is from the nearest side of a ring. */
function awayFrom(ring: readonly Position[], [x, y]: readonly [number, number]): number {
  return Math.min(
    ...ring.slice(1).map(([bx, by], i) => {
      const [ax, ay] = ring[i]!;
      const [dx, dy] = [bx! - ax!, by! - ay!];
      const t = Math.min(1, Math.max(0, ((x - ax!) * dx + (y - ay!) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(x - ax! - t * dx, y - ay! - t * dy);
    }),
  );
}

function edgePlaces(cell: Cell, count: number): readonly (readonly [number, number])[] {
  const { epsg, bounds } = cellBounds(cell);
  const [west, south, east, north] = bounds;
  return Array.from({ length: count }, () => {
    const t = random.next();
    const [x, y] = random.pick([
      [west + t * (east - west), random.pick([south, north])],
      [random.pick([west, east]), south + t * (north - south)],
    ] as const);
    return degreesOfUtm(epsg, x, y);
  });
}

describe('the polygon of a cell', () => {
  test('runs against the clock, is closed and valid', () => {
    for (let round = 0; round < 100; round++) {
      const cell = someCell(4 + random.below(21));
      const ring = cellRing(cell);
      expect(signedArea(ring)).toBeGreaterThan(0);
      expect(ring.at(-1)).toEqual(ring[0]);
      expect(geometryProblem(cellGeometry(cell, { toleranceDegrees: 1e-5 }))).toBeNull();
    }
  });

  test('is within a ten-millionth of a degree of the true edge', () => {
    for (let round = 0; round < 60; round++) {
      const cell = someCell(10 + random.below(5));
      const ring = cellRing(cell);
      for (const place of edgePlaces(cell, 30)) expect(awayFrom(ring, place)).toBeLessThan(1e-7);
    }
  });

  test('by its corners alone has four, which are those of its bounds', () => {
    for (let round = 0; round < 100; round++) {
      const cell = someCell(12);
      const ring = cellRing(cell, corners);
      expect(ring).toHaveLength(5);
      const { epsg, bounds } = cellBounds(cell);
      for (const [longitude, latitude] of ring) {
        const [x, y] = utmOfDegrees(epsg, longitude!, latitude!);
        expect(Math.min(Math.abs(x - bounds[0]), Math.abs(x - bounds[2]))).toBeLessThan(1e-6);
        expect(Math.min(Math.abs(y - bounds[1]), Math.abs(y - bounds[3]))).toBeLessThan(1e-6);
      }
    }
  });

  test.skipIf(!existsSync(vectors))('published corners are corners of it', () => {
    type Vector = { cell: string; corners?: Record<string, [number, number]> };
    const { cells } = JSON.parse(readFileSync(vectors, 'utf8')) as { cells: Vector[] };
    const known = cells.flatMap(({ cell, corners: given }) => (given ? [[parseCell(cell)!, given] as const] : []));
    expect(known.length).toBeGreaterThan(0);
    for (const [cell, given] of known)
      for (const place of Object.values(given))
        expect(
          Math.min(...cellRing(cell, corners).map(([x, y]) => Math.hypot(x! - place[0], y! - place[1]))),
        ).toBeLessThan(1e-12);
  });

  test('crosses the antimeridian in two parts, its envelope with west > east', () => {
    let crossing = 0;
    for (let round = 0; round < 100; round++) {
      const cell = cellAt(180 + between(-0.04, 0.04), between(-80, 80));
      const [west, south, east, north] = cellEnvelope(cell);
      const geometry = cellGeometry(cell);
      const box = boxOf(geometry)!;
      expect([box[0] >= -180, box[2] <= 180]).toEqual([true, true]);
      expect([box[1], box[3]].map((each, i) => Math.abs(each - [south, north][i]!) < 1e-6)).toEqual([true, true]);
      expect(geometry.type).toBe(west > east ? 'MultiPolygon' : 'Polygon');
      if (west > east) crossing++;
    }
    expect(crossing).toBeGreaterThan(20);
  });

  test('its envelope holds the whole ring, and touches it on every side', () => {
    for (let round = 0; round < 200; round++) {
      const cell = cellAt(between(-170, 170), between(-84, 84), 5 + random.below(15));
      const [west, south, east, north] = cellEnvelope(cell);
      const box = boxOf({ type: 'Polygon', coordinates: [cellRing(cell)] })!;
      expect(Math.max(...[west, south, east, north].map((each, i) => Math.abs(each - box[i]!)))).toBeLessThan(1e-9);
    }
  });

  test('at the pole it goes up to it', () => {
    for (const [epsg, latitude] of [
      [32_631, 90],
      [32_731, -90],
    ] as const)
      for (const x of [499_000, 501_000]) {
        const ring = cellRing(poleCell(epsg, x));
        expect(ring.filter(([, each]) => each === latitude)).toHaveLength(2);
        expect(signedArea(ring)).toBeGreaterThan(0);
        expect(cellEnvelope(poleCell(epsg, x))).toContain(latitude);
        expect(geometryProblem(cellGeometry(poleCell(epsg, x)))).toBeNull();
      }
  });
});

/** The cell beside the meridian of zone 31 whose border holds the pole: row 1,999 from the equator. */
function poleCell(epsg: number, x: number): Cell {
  const isNorth = epsg < 32_700;
  let quadkey = String((isNorth ? 0 : 2) + (x < 500_000 ? 0 : 1));
  for (let bit = 10; bit >= 0; bit--) {
    const isFar = Math.floor(1999 / 2 ** bit) % 2 === 1;
    quadkey += (isFar === isNorth ? 0 : 2) + (x < 500_000 ? 1 : 0);
  }
  return { zone: 31, quadkey };
}
