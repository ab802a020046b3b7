import { describe, expect, test } from 'vitest';
import { geodesicAreaM2 } from '../support/geodesic-area.ts';
import type { Geometry, Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { memberAt } from '../../server/src/grid/cell-at.ts';
import { formatCell } from '../../server/src/grid/cell.ts';
import { cellsCovering } from '../../server/src/grid/cells-covering.ts';
import { isMember } from '../../server/src/grid/membership.ts';
import { groundOf } from '../../server/src/tiles/ground.ts';
import { memberColumns } from '../../server/src/tiles/ground/member-columns.ts';
import { measureTile } from '../../server/src/tiles/measure-tile.ts';
import { boxRing, ids, ringAround } from '../grid/support-coverings.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { area, places, projectedInto, trueArea } from './support-ground.ts';
import { planarArea } from './support-shapes.ts';
import { cpuMs } from '../support/cpu-ms.ts';

const shownArea = (ground: ReturnType<typeof groundOf>, cell: Parameters<typeof ground.within>[0]) =>
  measureTile([{ data: ground.within(cell), clouds: [] }], null).dataAreaM2;

/** Edges are followed to 5 cm, along a few sides of a cell. */
const followed = 0.05 * 20_000;

describe.each(Object.entries(places))('ground at %s', (_, [longitude, latitude]) => {
  test('has in each cell the area that the topology library finds, and its cells are those where that is any', () => {
    const random = createRandom(testSeed());
    for (const radius of [0.02, 0.06, 0.15]) {
      const polygon = area(random, longitude, latitude, radius);
      const ground = groundOf(polygon);
      const found = new Set(ids(ground.cells()));
      const missed: string[] = [];
      for (const cell of cellsCovering(polygon)) {
        const expected = trueArea(polygon, cell);
        expect(Math.abs(shownArea(ground, cell) - expected)).toBeLessThan(followed);
        if (expected > followed && !found.has(formatCell(cell))) missed.push(formatCell(cell));
      }
      expect(missed).toEqual([]);
      const touched = ids(cellsCovering(polygon));
      expect(touched).toEqual(expect.arrayContaining([...found]));
    }
  });

  test('lists cells by zone and quadkey, and those it shares with another are what both have', () => {
    const random = createRandom(testSeed() + 2);
    const [a, b] = [area(random, longitude, latitude, 0.2), area(random, longitude + 0.05, latitude + 0.05, 0.2)];
    const [first, second] = [groundOf(a), groundOf(b)];
    const order = ids(first.cells());
    expect(order).toEqual([...order].sort());
    const ofSecond = new Set(ids(second.cells()));
    const shared = order.filter((id) => ofSecond.has(id));
    expect(ids(groundOf(a).cells(groundOf(b)))).toEqual(shared);
    expect(ids(groundOf(b).cells(groundOf(a)))).toEqual(shared);
  });
});

describe('a whole area', () => {
  test.each([
    ['north', -104.7, 39.9],
    ['south', 152.4, -33.5],
    ['far north', 9.1, 80.2],
  ])('is the sum over the cells of its zone, and on the Earth but for the scale of the zone: %s', (_, x, y) => {
    const random = createRandom(testSeed() + 3);
    const polygon = area(random, x, y, 0.4);
    const ground = groundOf(polygon);
    const cells = ground.cells();
    expect(new Set(cells.map(({ zone }) => zone)).size).toBe(1);
    const sum = cells.reduce((total, cell) => total + shownArea(ground, cell), 0);
    const projected = planarArea(projectedInto(cells[0]!.zone, polygon));
    expect(Math.abs(sum / projected - 1)).toBeLessThan(2e-6);
    const dense = denselyDrawn(polygon);
    expect(Math.abs(sum / geodesicAreaM2(dense) - 1)).toBeLessThan(0.002);
  });

  test('may be written in every way that the antimeridian allows', () => {
    const beyond = boxRing(179.9, -20, 180.1, -19.8);
    const split: Geometry = {
      type: 'MultiPolygon',
      coordinates: [boxRing(179.9, -20, 180, -19.8).coordinates, boxRing(-180, -20, -179.9, -19.8).coordinates],
    };
    const expected = groundOf(beyond);
    const cells = expected.cells();
    expect(cells.length).toBeGreaterThan(20);
    expect(new Set(cells.map(({ zone }) => zone))).toEqual(new Set([1, 60]));
    for (const spelling of [split, boxRing(-180.1, -20, -179.9, -19.8), boxRing(539.9, -20, 540.1, -19.8)]) {
      const ground = groundOf(spelling);
      expect(ids(ground.cells())).toEqual(ids(cells));
      for (const cell of cells) expect(shownArea(ground, cell)).toBeCloseTo(shownArea(expected, cell), -2);
    }
  });

  test('around a pole fills the cells there, seen from every zone', () => {
    const cap = boxRing(-180, 89.5, 180, 90);
    const ground = groundOf(cap);
    const cells = ground.cells();
    expect(new Set(cells.map(({ zone }) => zone)).size).toBe(60);
    const inner = cellsCovering(boxRing(-180, 89.7, 180, 89.9));
    for (const cell of inner) expect(shownArea(ground, cell)).toBe(25_000_000);
    const atPole = cellsCovering({ type: 'Point', coordinates: [0, 90] });
    expect(atPole.length).toBeGreaterThan(0);
    for (const cell of atPole) expect(shownArea(ground, cell)).toBeCloseTo(25_000_000, -3);
  });

  test('whose polygons lie upon each other counts once', () => {
    const parts = [
      boxRing(10.1, 45.1, 10.3, 45.3),
      boxRing(10.2, 45.2, 10.4, 45.4),
      boxRing(10.22, 45.22, 10.24, 45.24),
    ];
    const upon: Geometry = { type: 'GeometryCollection', geometries: parts };
    const [ground, first, second] = [groundOf(upon), groundOf(parts[0]!), groundOf(parts[1]!)];
    for (const cell of ground.cells()) {
      const sources = [first, second].map((each) => ({ data: each.within(cell), clouds: [] }));
      const { dataAreaM2 } = measureTile(sources, null);
      expect(Math.abs(shownArea(ground, cell) - dataAreaM2)).toBeLessThan(0.01 + 1e-6 * dataAreaM2);
    }
  });

  test('has none in points, lines and empty polygons', () => {
    const line: Position[] = [
      [10, 45],
      [11, 46],
    ];
    const thin: Geometry = {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [10, 45] },
        { type: 'LineString', coordinates: line },
        { type: 'Polygon', coordinates: [] },
        { type: 'Polygon', coordinates: [[line[0]!, line[1]!, line[0]!, line[0]!]] },
      ],
    };
    expect(groundOf(thin).cells()).toEqual([]);
    expect(groundOf(thin).cells(groundOf(boxRing(9, 44, 12, 47)))).toEqual([]);
  });

  test('that crosses itself never throws, wherever it lies', () => {
    const random = createRandom(testSeed() + 4);
    for (let round = 0; round < 60; round++) {
      const [x, y, span] = [720 * random.next() - 360, 180 * random.next() - 90, random.pick([0.1, 1])];
      const corners = Array.from({ length: 3 + random.below(8) }, (): Position => {
        const latitude = y + span * (random.next() - 0.5);
        return [x + span * (random.next() - 0.5), Math.max(-90, Math.min(90, latitude))];
      });
      const ground = groundOf(ringAround(corners));
      for (const cell of ground.cells().slice(0, 50)) expect(shownArea(ground, cell)).toBeGreaterThan(1e-3);
    }
  });
});

const planet = () => groundOf(boxRing(-180, -90, 180, 90));

describe('the planet', () => {
  test('shares with a small area the cells of the small area, at once, and fills them', () => {
    const small = boxRing(-104.7, 39.8, -104.6, 39.87);
    const start = cpuMs();
    const whole = planet();
    const cells = whole.cells(groundOf(small));
    expect(cpuMs() - start).toBeLessThan(500);
    expect(ids(cells)).toEqual(ids(groundOf(small).cells()));
    expect(ids(groundOf(small).cells(whole))).toEqual(ids(cells));
    for (const cell of cells) expect(shownArea(whole, cell)).toBe(25_000_000);
  });

  test('fills every cell, wherever it is asked, at the edges of zones too', () => {
    const random = createRandom(testSeed() + 5);
    const whole = planet();
    const partly = new Set<string>();
    for (let round = 0; round < 3000; round++) {
      const edge = 6 * Math.round(60 * random.next() - 30) + 0.02 * (random.next() - 0.5);
      const longitude = random.chance(0.5) ? 360 * random.next() - 180 : edge;
      const cell = memberAt(longitude, (180 * Math.asin(2 * random.next() - 1)) / Math.PI);
      if (shownArea(whole, cell) !== 25_000_000) partly.add(formatCell(cell));
    }
    expect([...partly]).toEqual([]);
  });

  test('without a smaller partner is refused with the figure', () => {
    expect(() => planet().cells()).toThrow('more than 200000 cells');
    expect(() => planet().cells(planet())).toThrow('more than 200000 cells');
  });
});

test('edges that run back and forth across a continent are refused with the figure, before they cost seconds', () => {
  const comb = Array.from({ length: 9000 }, (_, i): Position => [i % 2 === 0 ? -120 : -70, 30 + i / 450]);
  const start = cpuMs();
  const ground = groundOf(ringAround([...comb, [-125, 50], [-125, 30]]));
  expect(() => ground.cells()).toThrow('more than 300000 pieces');
  expect(cpuMs() - start).toBeLessThan(10_000);
});

test('the cells of a row that belong to a zone are the first so many', () => {
  for (let row = 0; row < 2048; row += 3)
    for (const [isEast, quadrant] of [
      [true, '1'],
      [false, '0'],
    ] as const) {
      const columns = memberColumns(isEast, row);
      for (const column of [0, columns - 2, columns - 1, columns, columns + 1, columns + 9]) {
        if (column < 0) continue;
        expect(isMember({ zone: 13, quadkey: quadkeyAt(quadrant, isEast, column, row) })).toBe(column < columns);
      }
    }
});

function quadkeyAt(quadrant: string, isEast: boolean, column: number, row: number): string {
  let quadkey = quadrant;
  for (let half = 1024; half >= 1; half /= 2) {
    const isFarther = Math.floor(column / half) % 2 === 1;
    quadkey += (Math.floor(row / half) % 2 === 1 ? 0 : 2) + (isFarther === isEast ? 1 : 0);
  }
  return quadkey;
}

const denselyDrawn = ({ coordinates }: Polygon): Polygon => ({ type: 'Polygon', coordinates: coordinates.map(dense) });

function dense(ring: readonly Position[]): readonly Position[] {
  const drawn: Position[] = [ring[0]!];
  for (let i = 1; i < ring.length; i++)
    for (let piece = 1; piece <= 50; piece++) {
      const [[ax, ay], [bx, by], t] = [ring[i - 1]!, ring[i]!, piece / 50];
      drawn.push([ax! + t * (bx! - ax!), ay! + t * (by! - ay!)]);
    }
  return [...drawn.slice(0, -1), drawn[0]!];
}
