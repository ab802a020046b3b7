import { describe, expect, test } from 'vitest';
import { bboxGeometry } from '../../server/src/geometry/box.ts';
import type { Polygon } from '../../server/src/geometry/geojson.ts';
import { cellInZone, memberAt } from '../../server/src/grid/cell-at.ts';
import { formatCell } from '../../server/src/grid/cell.ts';
import { cellsCovering } from '../../server/src/grid/cells-covering.ts';
import { isMember } from '../../server/src/grid/membership.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { boxRing, ids, ringAround } from './support-coverings.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const random = createRandom(testSeed());
const { between } = random;

const shifted = (geometry: Polygon, by: number): Polygon => ({
  type: 'Polygon',
  coordinates: geometry.coordinates.map((ring) => ring.map(([x, y]) => [x! + by, y!])),
});

const keys = (geometry: Polygon, west: number) =>
  cellsCovering(geometry).map(({ zone, quadkey }) => `${zone === west ? 'west' : 'east'} ${quadkey}`);

const refusal = (cover: () => unknown): { reason: string; tookMs: number } => {
  const start = cpuMs();
  try {
    cover();
  } catch (error) {
    return { reason: (error as Error).message, tookMs: cpuMs() - start };
  }
  return { reason: 'none', tookMs: 0 };
};

const flower = (corners: number) =>
  ringAround(
    Array.from({ length: corners }, (_, i) => {
      const [angle, away] = [(2 * Math.PI * i) / corners, 0.5 * (0.9 + 0.1 * Math.sin((40 * Math.PI * i) / corners))];
      return [-105 + (away * Math.cos(angle)) / 0.77, 40 + away * Math.sin(angle)];
    }),
  );

const best = (corners: number) => {
  const area = flower(corners);
  const times = Array.from({ length: 5 }, () => {
    const start = cpuMs();
    expect(cellsCovering(area).length).toBeGreaterThan(250);
    return cpuMs() - start;
  });
  return Math.min(...times);
};

describe('across the antimeridian', () => {
  const beyond = boxRing(179.9, -20, 180.1, -19.8);
  const spellings = {
    'bbox with west > east': bboxGeometry([179.9, -20, -179.9, -19.8])!,
    'split at 180': {
      type: 'MultiPolygon',
      coordinates: [boxRing(179.9, -20, 180, -19.8).coordinates, boxRing(-180, -20, -179.9, -19.8).coordinates],
    },
    'running on beyond -180': boxRing(-180.1, -20, -179.9, -19.8),
    'a turn further': boxRing(539.9, -20, 540.1, -19.8),
  } as const;

  test.each(Object.entries(spellings))('%s is the same as running on beyond 180', (_, spelling) => {
    const cells = cellsCovering(beyond);
    expect(new Set(cells.map(({ zone }) => zone))).toEqual(new Set([1, 60]));
    expect(ids(cellsCovering(spelling))).toEqual(ids(cells));
  });

  test('as at any other edge between zones', () => {
    for (let round = 0; round < 20; round++) {
      const [size, latitude] = [between(0.01, 0.6), between(-80, 80)];
      const here = boxRing(180 - size * random.next(), latitude, 180 + size * random.next(), latitude + size);
      // Longitudes are turned, which rounds them: hundred-millionths of a millimetre.
      expect(keys(here, 60).toSorted()).toEqual(keys(shifted(here, -180), 30).toSorted());
    }
  });

  test('a point on it lies in cells of both zones, however it is spelled', () => {
    const [west, east] = [-180, 180].map((longitude) => cellsCovering({ type: 'Point', coordinates: [longitude, 10] }));
    expect(ids(west!)).toEqual(ids(east!));
    expect(ids(west!)).toContain(formatCell(memberAt(180, 10)));
  });
});

describe('across the equator', () => {
  test('one polygon has cells of both hemispheres, mirrored', () => {
    const cells = cellsCovering(boxRing(2.1, -0.3, 3.7, 0.3));
    const mirrored = cells.map(({ quadkey }) => quadkey.replaceAll(/\d/g, (digit) => String((Number(digit) + 2) % 4)));
    expect(cells.map(({ quadkey }) => quadkey)).toEqual(mirrored.toSorted());
    expect(cells.length).toBeGreaterThan(400);
  });
});

describe('at the poles', () => {
  test('a polygon over the pole is covered: every place in a cell of its, and none far away', () => {
    const cells = cellsCovering(boxRing(-180, 89.5, 180, 90));
    const known = new Set(ids(cells));
    for (let round = 0; round < 1000; round++) {
      const [longitude, latitude] = [between(-180, 180), between(89.5, 90)];
      expect(known).toContain(formatCell(memberAt(longitude, latitude)));
    }
    expect(new Set(cells.map(({ zone }) => zone)).size).toBe(60);
    // Sixty wedges whose cells overlap: more than the area of the cap, not a multiple of it.
    const capCells = (Math.PI * 55.8 ** 2) / 25;
    expect(cells.length).toBeGreaterThan(capCells);
    expect(cells.length).toBeLessThan(capCells * 3);
  });

  test('a ring around the pole is not filled by it', () => {
    const ring: Polygon = {
      type: 'Polygon',
      coordinates: boxRing(-180, -89.9, 180, -89).coordinates,
    };
    const known = new Set(ids(cellsCovering(ring)));
    for (const longitude of [-177, -93, -3, 3, 93, 177]) {
      expect(known).not.toContain(formatCell(cellInZone(31, longitude, -89.99)));
      expect(known).toContain(formatCell(memberAt(longitude, -89.5)));
    }
  });

  test('the pole itself lies in cells of every zone', () => {
    const north = cellsCovering({ type: 'Point', coordinates: [12, 90] });
    expect(north.every(isMember)).toBe(true);
    expect(new Set(north.map(({ zone }) => zone)).size).toBe(60);
  });

  test('beyond 84 and 80 degrees the grid goes on', () => {
    for (const latitude of [85, 88, 89.6, -81, -85, -89.6]) {
      const cells = cellsCovering({ type: 'Point', coordinates: [14.5, latitude] });
      expect(ids(cells)).toContain(formatCell(memberAt(14.5, latitude)));
    }
  });
});

describe('bounds', () => {
  test('the whole world is refused with the figure, and soon', () => {
    const { reason, tookMs } = refusal(() => cellsCovering(boxRing(-180, -90, 180, 90)));
    expect(reason).toBe('the area touches more than 200000 cells of level 12');
    expect(tookMs).toBeLessThan(1500);
    expect(refusal(() => cellsCovering(boxRing(-180, -90, 180, 90), 24)).tookMs).toBeLessThan(1500);
  });

  test('as many as allowed pass, one more does not', () => {
    const area = boxRing(10, 50, 10.5, 50.3);
    const { length } = cellsCovering(area);
    expect(cellsCovering(area, 12, length)).toHaveLength(length);
    expect(refusal(() => cellsCovering(area, 12, length - 1)).reason).toContain(`more than ${length - 1} cells`);
  });

  test('the world at coarse levels is covered by all zones', () => {
    for (const steps of [1, 2, 3, 4, 6]) {
      const cells = cellsCovering(boxRing(-180, -90, 180, 90), steps);
      const known = new Set(ids(cells));
      expect(cells.every(isMember)).toBe(true);
      for (let round = 0; round < 300; round++)
        expect(known).toContain(formatCell(memberAt(between(-180, 180), between(-89, 89), steps)));
    }
  });

  test('edges that cross a continent ten thousand times are refused', () => {
    const coordinates = Array.from({ length: 9999 }, (_, i) => [i % 2 === 0 ? -20 : 20, 40 + i * 1e-5]);
    const { reason, tookMs } = refusal(() => cellsCovering({ type: 'LineString', coordinates }));
    expect(reason).toMatch(/^the edges of the area are too long: they make more than \d+ pieces/);
    expect(tookMs).toBeLessThan(3000);
  });

  test('four hundred cells of an area of fifty corners take less than 10 ms once warm', () => {
    for (let round = 0; round < 3; round++) best(50);
    expect(best(50)).toBeLessThan(10);
  });

  test('ten thousand corners cost about as much as they are more, not its square', () => {
    const [few, many] = [best(1000), best(9999)];
    expect(many).toBeLessThan(Math.max(few, 2) * 30);
    expect(many).toBeLessThan(1000);
  });
});
