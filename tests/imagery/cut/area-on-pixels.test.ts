import { describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { Geometry, Position } from '../../../server/src/geometry/geojson.ts';
import { areaOnPixels } from '../../../server/src/imagery/cut/area-on-pixels.ts';
import { type PixelToWorld, invert, worldOf } from '../../../server/src/imagery/georeference.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const seed = testSeed();
const degrees = { epsg: 4326 };
const projections = createProjections();

const same = (x: number, y: number) => [x, y] as const;
const nowhere = () => [Number.NaN, Number.POSITIVE_INFINITY] as const;

const polygon = (...rings: readonly Position[][]): Geometry => ({ type: 'Polygon', coordinates: rings });

/** How far a position lies from a line of straight pieces. */
const distanceTo = (line: readonly (readonly [number, number])[], [x, y]: readonly [number, number]): number =>
  Math.min(
    ...line.slice(1).map((to, i) => {
      const from = line[i]!;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const along = dx === 0 && dy === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
      const share = Math.min(1, Math.max(0, along));
      return Math.hypot(x - from[0] - dx * share, y - from[1] - dy * share);
    }),
  );

/** A ring in degrees around a place, corners in order of their angle. */
function ringAround(random: ReturnType<typeof createRandom>, lon: number, lat: number, reach: number): Position[] {
  const angles = Array.from({ length: 3 + random.below(5) }, () => random.next() * 2 * Math.PI).toSorted(
    (one, other) => one - other,
  );
  const ring = angles.map((angle) => {
    const radius = reach * (0.3 + random.next() * 0.7);
    return [lon + (radius * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180), lat + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

describe('an area in degrees on the pixels of an image', () => {
  const systems = [
    { epsg: 32633, lon: 15, lat: 48, pixel: 0.3 },
    { epsg: 32633, lon: 11.9, lat: 70, pixel: 0.3 },
    { epsg: 32719, lon: -66.2, lat: -45, pixel: 0.5 },
    { epsg: 3413, lon: -45, lat: 75, pixel: 10 },
    { epsg: 3857, lon: 10, lat: 60, pixel: 0.5 },
    { epsg: 4326, lon: 10, lat: 60, pixel: 0.000_003 },
  ];

  test.each(systems)('EPSG:$epsg at $lat: every place on an edge is a fifth of a pixel or less from its line', (at) => {
    const random = createRandom(seed);
    const fromDegrees = projections.between(degrees, { epsg: at.epsg });
    const [x, y] = fromDegrees(at.lon, at.lat);
    for (const reach of [0.0005, 0.02, 0.2]) {
      const pixelToWorld: PixelToWorld = [at.pixel, 0, x, 0, -at.pixel, y];
      const back = invert(pixelToWorld)!;
      const ring = ringAround(random, at.lon, at.lat, reach);
      const [[line]] = areaOnPixels(polygon(ring), fromDegrees, pixelToWorld) as [[(readonly [number, number])[]]];
      expect(line.at(-1)).toEqual(line[0]);
      for (let share = 0; share < 1; share += 1 / 97) {
        const edge = random.below(ring.length - 1);
        const [from, to] = [ring[edge]!, ring[edge + 1]!];
        const [lon, lat] = [from[0]! + (to[0]! - from[0]!) * share, from[1]! + (to[1]! - from[1]!) * share];
        const place = worldOf(back, ...fromDegrees(lon, lat));
        expect(distanceTo(line, place), `seed ${seed}, reach ${reach}`).toBeLessThan(0.2);
      }
    }
  });

  test('small areas get no corners that they do not need', () => {
    const fromDegrees = projections.between(degrees, { epsg: 32633 });
    const [x, y] = fromDegrees(15, 48);
    const ring = [
      [15, 48],
      [15.0001, 48],
      [15.0001, 48.0001],
      [15, 48],
    ];
    expect(areaOnPixels(polygon(ring), fromDegrees, [0.3, 0, x, 0, -0.3, y])[0]![0]).toHaveLength(4);
  });

  test('parts, holes and collections are taken apart; points and lines have no area', () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    const plain: PixelToWorld = [1, 0, 0, 0, 1, 0];
    const of = (area: Geometry) => areaOnPixels(area, same, plain).map((rings) => rings.length);
    expect(of(polygon(ring, ring))).toEqual([2]);
    expect(of({ type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] })).toEqual([1, 2]);
    expect(
      of({ type: 'GeometryCollection', geometries: [polygon(ring), { type: 'Point', coordinates: [0, 0] }] }),
    ).toEqual([1]);
    expect(of({ type: 'LineString', coordinates: ring })).toEqual([]);
  });

  test('an area beyond the system is refused at once, however many corners it has', () => {
    const ring = Array.from({ length: 100_000 }, (_, i) => [i / 1000, 10 + (i % 2)]);
    const start = cpuMs();
    expect(() => areaOnPixels(polygon([...ring, ring[0]!]), nowhere, [1, 0, 0, 0, -1, 0])).toThrow(
      expect.objectContaining({ kind: 'invalid_parameters', message: expect.stringContaining('coordinate system') }),
    );
    expect(cpuMs() - start).toBeLessThan(500);
  });

  test('a transform without area is refused', () => {
    expect(() => areaOnPixels(polygon([]), (x, y) => [x, y], [1, 1, 0, 1, 1, 0])).toThrow('no georeference');
  });
});
