import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cellAt, cellInZone, memberAt } from '../../server/src/grid/cell-at.ts';
import { type Cell, cellBounds, childrenOf, formatCell, isSameCell } from '../../server/src/grid/cell.ts';
import { isMember } from '../../server/src/grid/membership.ts';
import { degreesOfUtm, utmOfDegrees, zoneOf } from '../../server/src/grid/utm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const vectors = fileURLToPath(new URL('../../../shared/vectors/grid.json', import.meta.url));
const random = createRandom(testSeed());
const { between } = random;
const neighbour = (zone: number, by: 1 | -1) => ((zone - 1 + by + 60) % 60) + 1;

function contains(cell: Cell, longitude: number, latitude: number): boolean {
  const { epsg, bounds } = cellBounds(cell);
  const [x, y] = utmOfDegrees(epsg, longitude, latitude);
  return x >= bounds[0] && y >= bounds[1] && x <= bounds[2] && y <= bounds[3];
}

/** The rule in its own words: longitudes of the corners, sorted, against the zone's edges. */
function belongs(cell: Cell): boolean {
  const { epsg, bounds } = cellBounds(cell);
  const [west, east] = [cell.zone * 6 - 186, cell.zone * 6 - 180];
  const longitudes = [
    [bounds[0], bounds[1]],
    [bounds[0], bounds[3]],
    [bounds[2], bounds[1]],
    [bounds[2], bounds[3]],
  ]
    .map(([x, y]) => degreesOfUtm(epsg, x!, y!)[0])
    .sort((a, b) => a - b);
  const [least, second, , most] = longitudes as [number, number, number, number];
  if (least >= west && most <= east) return true;
  if (least < east && most > east) return true;
  return least < west && most > west && most - west >= west - second;
}

/** The cell beside the meridian in the first row whose cells lie wholly beyond the pole: 2,000 rows from the equator. */
function beyondThePole(first: string, x: number): Cell {
  const isNorth = first < '2';
  let quadkey = first;
  for (let bit = 10; bit >= 0; bit--) {
    const isFar = Math.floor(2000 / 2 ** bit) % 2 === 1;
    quadkey += (isFar === isNorth ? 0 : 2) + (x < 0 ? 1 : 0);
  }
  return { zone: 31, quadkey };
}

describe('the cell of a place', () => {
  test.skipIf(!existsSync(vectors))('published places', () => {
    const { points } = JSON.parse(readFileSync(vectors, 'utf8')) as {
      points: { lonLat: [number, number]; cell: string }[];
    };
    expect(points.length).toBeGreaterThan(1);
    for (const { lonLat, cell } of points) expect(formatCell(cellAt(...lonLat))).toBe(cell);
  });

  test.each([
    [-120, 40, 'Z11-031131003102'],
    [151.2, -33.87, 'Z56-213133213312'],
    [3, 0, 'Z31-122222222222'],
  ])('%f %f lies in %s', (longitude, latitude, id) => expect(formatCell(cellAt(longitude, latitude))).toBe(id));

  test('holds the place, at every level, and so do its parents', () => {
    for (let round = 0; round < 2000; round++) {
      const [longitude, latitude] = [between(-180, 180), between(-89.9, 89.9)];
      const steps = 1 + random.below(24);
      const cell = cellAt(longitude, latitude, steps);
      expect(cell.quadkey).toHaveLength(steps);
      expect(contains(cell, longitude, latitude)).toBe(true);
      for (let length = 1; length < steps; length++)
        expect(contains({ ...cell, quadkey: cell.quadkey.slice(0, length) }, longitude, latitude)).toBe(true);
    }
  });

  test('one of the four children holds it, and their parent is the cell', () => {
    for (let round = 0; round < 200; round++) {
      const [longitude, latitude] = [between(-180, 180), between(-84, 84)];
      const children = childrenOf(cellAt(longitude, latitude));
      expect(children.filter((child) => isSameCell(child, cellAt(longitude, latitude, 13)))).toHaveLength(1);
      for (const { zone, quadkey } of children)
        expect(isSameCell({ zone, quadkey: quadkey.slice(0, -1) }, cellAt(longitude, latitude))).toBe(true);
    }
    expect(childrenOf({ zone: 1, quadkey: '0'.repeat(24) })).toEqual([]);
  });

  test('from any turn of the world it is the same', () => {
    for (const longitude of [-180, -179.9, 0.5, 179.9])
      for (const turn of [-360, 360]) expect(cellAt(longitude + turn, 12)).toEqual(cellAt(longitude, 12));
  });
});

describe('which cells belong to the grid', () => {
  test('as the rule says, for cells around both edges of every zone', () => {
    let [members, others] = [0, 0];
    for (let round = 0; round < 4000; round++) {
      const zone = 1 + random.below(60);
      const edge = zone * 6 - 183 + (random.chance(0.5) ? 3 : -3);
      const cell = cellInZone(zone, edge + between(-0.2, 0.2), between(-84, 84), 11 + random.below(3));
      expect([formatCell(cell), isMember(cell)]).toEqual([formatCell(cell), belongs(cell)]);
      if (isMember(cell)) members++;
      else others++;
    }
    expect(Math.min(members, others)).toBeGreaterThan(500);
  });

  test('no gap: every place lies in a member; at most one of each of the two zones that meet there', () => {
    let doubles = 0;
    for (let round = 0; round < 20_000; round++) {
      const edge = -180 + 6 * random.below(60);
      const [longitude, latitude] = [edge + between(-0.2, 0.2), between(-84, 84)];
      const zone = zoneOf(longitude);
      const own = cellInZone(zone, longitude, latitude);
      const west = cellInZone(neighbour(zone, -1), longitude, latitude);
      const east = cellInZone(neighbour(zone, 1), longitude, latitude);
      const count = [own, west, east].filter(isMember).length;
      if (count < 1 || count > 2) throw new Error(`${longitude} ${latitude} lies in ${count} members`);
      if (count === 2) doubles++;
      expect(isMember(memberAt(longitude, latitude))).toBe(true);
      expect(contains(memberAt(longitude, latitude), longitude, latitude)).toBe(true);
    }
    // The overlap is what the rule allows: cells that span an edge are kept by the zone to the west whatever the other does.
    expect(doubles).toBeGreaterThan(100);
  });

  test('in the middle of a zone a place lies in one member alone', () => {
    for (let round = 0; round < 2000; round++) {
      const [zone, latitude] = [1 + random.below(60), between(-80, 80)];
      const longitude = zone * 6 - 183 + between(-2.5, 2.5);
      const cells = [zone, neighbour(zone, -1), neighbour(zone, 1)].map((z) => cellInZone(z, longitude, latitude));
      expect(cells.map(isMember)).toEqual([true, false, false]);
    }
  });

  test('the grid goes on beyond 84 degrees: up to the poles every place lies in a member', () => {
    for (let round = 0; round < 5000; round++) {
      const [longitude, away] = [between(-180, 180), between(0, 6) ** 2 / 6];
      const latitude = (90 - away) * (random.chance(0.5) ? 1 : -1);
      const cell = memberAt(longitude, latitude);
      expect([longitude, latitude, isMember(cell), contains(cell, longitude, latitude)]).toEqual([
        longitude,
        latitude,
        true,
        true,
      ]);
    }
  });

  test('what lies beyond a pole belongs to no zone', () => {
    for (const x of [-1, 1])
      for (const [epsg, y] of [
        [32_631, 10_002_500],
        [32_731, -2500],
      ] as const) {
        const [longitude, latitude] = degreesOfUtm(epsg, 500_000 + x * 2500, y);
        expect(isMember(memberAt(longitude, latitude))).toBe(true);
        const digit = epsg === 32_631 ? ['0', '1'] : ['2', '3'];
        const beyond = beyondThePole(digit[x < 0 ? 0 : 1]!, x);
        expect(cellBounds(beyond).bounds.slice(1, 2)).toEqual([epsg === 32_631 ? 10_000_000 : -5000]);
        expect(isMember(beyond)).toBe(false);
      }
  });
});
