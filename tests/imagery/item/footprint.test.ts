import { describe, expect, test } from 'vitest';
import { enclosingBbox } from '../../../server/src/geometry/enclosing-bbox.ts';
import type { Geometry, MultiPolygon, Polygon } from '../../../server/src/geometry/geojson.ts';
import { geometryProblem } from '../../../server/src/geometry/validity.ts';
import { footprintOf } from '../../../server/src/imagery/item/footprint.ts';
import type { ImageSample } from '../../../server/src/imagery/item/sample-image.ts';
import { simplifyRing } from '../../../server/src/imagery/item/simplify-ring.ts';
import { areaOf, traceMask } from '../../../server/src/imagery/item/trace-mask.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';

const toMask = (...rows: string[]) => Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 255 : 0));

const sampleOf = (width: number, height: number, mask: Uint8Array | null): ImageSample => ({
  of: { width, height },
  width,
  height,
  columnStep: 1,
  rowStep: 1,
  bands: [0],
  samples: new Uint8Array(width * height),
  mask,
});

/** A plane map: degrees are pixels, north is up. */
const flat = (x: number, y: number) => [x, y] as const;
const bent = (x: number, y: number) => [x + (y - 50) ** 2, y] as const;
const wrapped = (x: number, y: number) => [x > 180 ? x - 360 : x, y] as const;
const northUp = [0.01, 0, 10, 0, -0.01, 50] as const;

const planeArea = (ring: Polygon['coordinates'][number]) =>
  ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at]![0]! * y! - x! * ring[at]![1]!, 0) / 2;

describe('outlines of a mask', () => {
  test('a square, a hole in it, and an island in the hole', () => {
    const mask = toMask('#######', '#.....#', '#.....#', '#..#..#', '#.....#', '#.....#', '#######');
    const rings = traceMask(mask, 7, 7);
    expect(rings.map(areaOf).sort((a, b) => a - b)).toEqual([-25, 1, 49]);
    expect(rings[0]).toEqual([
      [0, 0],
      [7, 0],
      [7, 7],
      [0, 7],
      [0, 0],
    ]);
  });

  test('nothing has no outline', () => expect(traceMask(new Uint8Array(12), 4, 3)).toEqual([]));

  test('what touches by corners alone is joined', () => {
    const rings = traceMask(toMask('#.', '.#'), 2, 2);
    expect(rings.map(areaOf)).toEqual([3]);
  });

  test('masks of chance: the rings’ areas are the pixels, or a few more at corners, and every ring is simple', () => {
    const random = createRandom(testSeed());
    for (let round = 0; round < 300; round++) {
      const [width, height] = [2 + random.below(14), 2 + random.below(14)];
      const share = random.next();
      const mask = Uint8Array.from({ length: width * height }, () => (random.chance(share) ? 255 : 0));
      const rings = traceMask(mask, width, height);
      const pixels = mask.filter((value) => value !== 0).length;
      const area = rings.reduce((sum, ring) => sum + areaOf(ring), 0);
      expect(area).toBeGreaterThanOrEqual(pixels);
      expect(area).toBeLessThanOrEqual(width * height);
      for (const ring of rings) expect(geometryProblem({ type: 'Polygon', coordinates: [ring] })).toBeNull();
    }
  });

  test('a simpler ring stays within its tolerance', () => {
    const stairs = Array.from({ length: 200 }, (_, step) => [Math.floor(step / 2), Math.ceil(step / 2)] as const);
    const ring = [...stairs, [0, 300] as const, stairs[0]!];
    const simple = simplifyRing(ring, 1);
    expect(simple.length).toBeLessThan(8);
    expect(Math.abs(areaOf(simple) - areaOf(ring))).toBeLessThan(300);
    expect(simplifyRing(ring, 0).length).toBe(ring.length);
  });
});

describe('footprints', () => {
  test('an image without a mask is its frame, against the clock', () => {
    const footprint = footprintOf(sampleOf(100, 50, null), northUp, flat) as Polygon;
    expect(footprint.coordinates[0]).toEqual([
      [10, 50],
      [10, 49.5],
      [11, 49.5],
      [11, 50],
      [10, 50],
    ]);
    const southUp = footprintOf(sampleOf(100, 50, null), [0.01, 0, 10, 0, 0.01, 50], flat) as Polygon;
    expect(planeArea(southUp.coordinates[0]!)).toBeGreaterThan(0);
  });

  test('no data has no footprint; specks and pinholes are left out', () => {
    expect(footprintOf(sampleOf(9, 9, new Uint8Array(81)), northUp, flat)).toBeNull();
    const mask = new Uint8Array(200 * 200).fill(255, 0, 200 * 150);
    mask[199 * 200 + 100] = 255;
    mask[75 * 200 + 100] = 0;
    const footprint = footprintOf(sampleOf(200, 200, mask), northUp, flat) as Polygon;
    expect(footprint.coordinates).toEqual([
      [
        [10, 50],
        [10, 48.5],
        [12, 48.5],
        [12, 50],
        [10, 50],
      ],
    ]);
  });

  test('of nothing but specks the largest stay, and not all of them', () => {
    const mask = Uint8Array.from({ length: 100 * 100 }, (_, at) =>
      at % 2 === 0 && Math.floor(at / 100) % 2 === 0 ? 255 : 0,
    );
    const footprint = footprintOf(sampleOf(100, 100, mask), northUp, flat) as MultiPolygon;
    expect(footprint.coordinates.length).toBe(100);
  });

  test('two parts are a MultiPolygon, with the hole where it belongs', () => {
    const mask = Uint8Array.from({ length: 120 * 60 }, (_, at) => {
      const [column, row] = [at % 120, Math.floor(at / 120)];
      const isHole = column >= 80 && column < 100 && row >= 20 && row < 40;
      return (column < 50 || column >= 60) && !isHole ? 255 : 0;
    });
    const footprint = footprintOf(sampleOf(120, 60, mask), northUp, flat)!;
    expect(footprint.type).toBe('MultiPolygon');
    expect((footprint as MultiPolygon).coordinates.map((rings) => rings.length)).toEqual([2, 1]);
    expect(geometryProblem(footprint)).toBeNull();
  });

  test('masks of chance have valid footprints', () => {
    const random = createRandom(testSeed() + 1);
    for (let round = 0; round < 60; round++) {
      const blobs = Array.from(
        { length: 1 + random.below(6) },
        () => [random.below(64), random.below(64), 3 + random.below(20)] as const,
      );
      const mask = Uint8Array.from({ length: 64 * 64 }, (_, at) => {
        const isInside = blobs.some(([x, y, radius]) => Math.hypot((at % 64) - x, Math.floor(at / 64) - y) < radius);
        return isInside && !random.chance(0.02) ? 255 : 0;
      });
      const footprint = footprintOf(sampleOf(64, 64, mask), northUp, flat) as Geometry;
      expect(geometryProblem(footprint)).toBeNull();
    }
  });

  test('an edge that bends in degrees gets points between', () => {
    const footprint = footprintOf(sampleOf(100, 50, null), northUp, bent) as Polygon;
    expect(footprint.coordinates[0]!.length).toBeGreaterThan(20);
  });

  test('an image across the antimeridian is cut there', () => {
    const footprint = footprintOf(sampleOf(100, 50, null), [0.01, 0, 179.5, 0, -0.01, 50], wrapped)!;
    expect(footprint.type).toBe('MultiPolygon');
    expect(geometryProblem(footprint)).toBeNull();
  });

  test('an image of the whole world is not torn, and one in 0 to 360 degrees is cut', () => {
    const world = footprintOf(sampleOf(360, 180, null), [1, 0, -180, 0, -1, 90], flat) as Polygon;
    expect(planeArea(world.coordinates[0]!)).toBe(360 * 180);
    const pacific = footprintOf(sampleOf(20, 10, null), [1, 0, 170, 0, -1, 10], flat) as MultiPolygon;
    const areas = pacific.coordinates.map(([ring]) => Math.abs(planeArea(ring!)));
    expect(areas).toEqual([100, 100]);
    const beyond = footprintOf(sampleOf(20, 10, null), [1, 0, 190, 0, -1, 10], flat) as Polygon;
    expect(Math.min(...beyond.coordinates[0]!.map(([x]) => x!))).toBe(-170);
  });

  test('the whole world in 0 to 360 degrees, or more, is one polygon', () => {
    for (const width of [360, 370]) {
      const world = footprintOf(sampleOf(width, 180, null), [1, 0, 0, 0, -1, 90], flat) as Polygon;
      expect(geometryProblem(world)).toBeNull();
      expect(Math.abs(planeArea(world.coordinates[0]!))).toBe(360 * 180);
      expect(enclosingBbox(world)).toEqual([-180, -90, 180, 90]);
    }
  });

  test('a grid with pixels centred on the poles ends there; what lies further beyond lies nowhere', () => {
    const half = footprintOf(sampleOf(720, 361, null), [0.5, 0, -180.25, 0, -0.5, 90.25], flat) as Polygon;
    expect(geometryProblem(half)).toBeNull();
    expect(enclosingBbox(half)).toEqual([-180, -90, 180, 90]);
    const north = footprintOf(sampleOf(20, 20, null), [0.5, 0, 10, 0, -0.5, 90.25], flat) as Polygon;
    expect(enclosingBbox(north)).toEqual([10, 80.25, 20, 90]);
    expect(north.coordinates[0]).toHaveLength(5);
    const beyond = footprintOf(sampleOf(20, 20, null), [0.5, 0, 10, 0, -0.5, 90.75], flat) as Polygon;
    expect(Math.max(...beyond.coordinates[0]!.map(([, y]) => y!))).toBe(90.75);
  });

  test('holes on either side of the antimeridian stay in their polygon', () => {
    const mask = new Uint8Array(100 * 50).fill(255);
    for (let row = 20; row < 30; row++)
      for (const column of [20, 75]) mask.fill(0, row * 100 + column, row * 100 + column + 10);
    const footprint = footprintOf(sampleOf(100, 50, mask), [0.01, 0, 179.5, 0, -0.01, 50], wrapped) as MultiPolygon;
    expect(geometryProblem(footprint)).toBeNull();
    expect(footprint.coordinates.map((rings) => rings.length)).toEqual([2, 2]);
  });
});
