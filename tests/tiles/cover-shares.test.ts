import { describe, expect, test } from 'vitest';
import type { Geometry, Polygon } from '../../server/src/geometry/geojson.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { gapGeometry, sharesOf } from '../../server/src/tiles/cover-shares.ts';
import { groundOf } from '../../server/src/tiles/ground.ts';
import { measureTile } from '../../server/src/tiles/measure-tile.ts';
import { boxRing, star } from '../grid/support-coverings.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { places } from './support-ground.ts';
import { both, drawn, planarArea, ringOf, told, without } from './support-shapes.ts';

const cell = ringOf(0, 0, 5000, 0, 5000, 5000, 0, 5000);

describe('shares of a cell', () => {
  test('agree with the topology library for every set of layers, and add up to the area of interest', () => {
    const random = createRandom(testSeed());
    let compared = 0;
    for (let round = 0; round < 60; round++) {
      const aoi = drawn(random);
      const layers = Array.from({ length: random.below(4) }, () => drawn(random));
      const shares = sharesOf(
        aoi.layer,
        layers.map(({ layer }) => layer),
      );
      for (let set = 0; set < 2 ** layers.length; set++) {
        const shownBy = layers.flatMap((_, place) => ((set >> place) % 2 === 1 ? [place] : []));
        const rest = told(() =>
          layers.reduce(
            (left, { topology }, place) => (shownBy.includes(place) ? both(left, topology) : without(left, topology)),
            aoi.topology,
          ),
        );
        if (rest === null) continue;
        compared++;
        const found = shares.filter((share) => share.shownBy.join() === shownBy.join());
        expect(found.length).toBeLessThanOrEqual(1);
        expect(Math.abs((found[0]?.areaM2 ?? 0) - planarArea(rest))).toBeLessThan(0.01 + 1e-6 * planarArea(rest));
      }
      const sum = shares.reduce((total, { areaM2 }) => total + areaM2, 0);
      expect(sum).toBeCloseTo(planarArea(aoi.topology), 1);
    }
    expect(compared).toBeGreaterThan(120);
  });

  test('name layers that fill the cell like all others, and hundreds of layers', () => {
    const ground = groundOf(boxRing(-120, 20, -90, 50));
    const full = ground.within({ zone: 13, quadkey: '031133231113' });
    const left = [ringOf(0, 0, 2500, 0, 2500, 5000, 0, 5000)];
    const shares = sharesOf([cell], [full, left, full]);
    expect(shares.toSorted((a, b) => a.shownBy.length - b.shownBy.length)).toEqual([
      { areaM2: expect.closeTo(12_500_000, 3), shownBy: [0, 2] },
      { areaM2: expect.closeTo(12_500_000, 3), shownBy: [0, 1, 2] },
    ]);
    const stripes = Array.from({ length: 200 }, (_, i) => [ringOf(25 * i, 0, 5000, 0, 5000, 5000, 25 * i, 5000)]);
    const many = sharesOf([cell], stripes);
    expect(many.length).toBe(200);
    expect(sharesOf([], stripes)).toEqual([]);
  });
});

const gapArea = (gaps: Geometry, cells: ReturnType<ReturnType<typeof groundOf>['cells']>): number => {
  const ground = groundOf(gaps);
  return cells.reduce(
    (sum, each) => sum + measureTile([{ data: ground.within(each), clouds: [] }], null).dataAreaM2,
    0,
  );
};

describe('gaps', () => {
  test.each(Object.entries(places))(
    'are valid, and as large as what no layer shows: %s',
    (_, [longitude, latitude]) => {
      const random = createRandom(testSeed() + 1);
      for (let round = 0; round < 4; round++) {
        const aoi = groundOf(star(random, longitude, latitude, 0.15, 9));
        const items = [0, 1].map(() => groundOf(star(random, longitude + 0.05 * random.next(), latitude, 0.12, 5)));
        const cells = aoi.cells();
        const list = cells.map((each) => ({
          cell: each,
          aoi: aoi.within(each),
          layers: items.map((item) => item.within(each)),
        }));
        const expected = list.reduce((sum, each) => {
          const hidden = sharesOf(each.aoi, each.layers).find(({ shownBy }) => shownBy.length === 0);
          return sum + (hidden?.areaM2 ?? 0);
        }, 0);
        const gaps = gapGeometry(list)!;
        expect(geometryProblem(gaps)).toBeNull();
        // Zones overlap: there a gap of one zone may be shown by the other.
        const isOneZone = new Set(cells.map(({ zone }) => zone)).size === 1;
        const measured = gapArea(gaps, cells);
        const most = isOneZone ? expected : Infinity;
        expect(measured).toBeGreaterThan(expected - 2000 - 1e-5 * expected);
        expect(measured).toBeLessThan(most + 2000 + 1e-5 * expected);
      }
    },
  );

  test('have no seams between the cells of a zone, across meridian and equator', () => {
    const aoi = groundOf(boxRing(32.9, -0.1, 33.1, 0.1));
    const gaps = gapGeometry(aoi.cells().map((each) => ({ cell: each, aoi: aoi.within(each), layers: [] })))!;
    expect(gaps.type).toBe('Polygon');
    expect(geometryProblem(gaps)).toBeNull();
    const ring = (gaps as Polygon).coordinates;
    expect(ring.length).toBe(1);
    for (const [x, y] of ring[0]!) expect(Math.max(Math.abs(x! - 33), Math.abs(y!))).toBeCloseTo(0.1, 6);
  });

  test('are null where everything is shown', () => {
    const aoi = groundOf(boxRing(32.9, -0.1, 33.1, 0.1));
    const all = groundOf(boxRing(32, -1, 34, 1));
    const list = aoi.cells().map((each) => ({ cell: each, aoi: aoi.within(each), layers: [all.within(each)] }));
    expect(gapGeometry(list)).toBeNull();
    expect(gapGeometry(list.map((each) => ({ ...each, layers: [each.aoi] })))).toBeNull();
    expect(gapGeometry([])).toBeNull();
  });
});
