import { describe, expect, test } from 'vitest';
import { type Geometry, type Polygon, type Position, simpleParts } from '../../server/src/geometry/geojson.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { cellRing } from '../../server/src/grid/cell-polygon.ts';
import { type Cell, formatCell, parseCell } from '../../server/src/grid/cell.ts';
import { cellsCovering } from '../../server/src/grid/cells-covering.ts';
import { memberAt } from '../../server/src/grid/cell-at.ts';
import { groundOf } from '../../server/src/tiles/ground.ts';
import { measureTile } from '../../server/src/tiles/measure-tile.ts';
import { tileGeometry } from '../../server/src/tiles/tile-geometry.ts';
import { boxRing } from '../grid/support-coverings.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { area, places } from './support-ground.ts';
import { drawn, ringOf } from './support-shapes.ts';

const polygonsOf = (geometry: Geometry): readonly Polygon['coordinates'][] =>
  simpleParts(geometry).flatMap((part) =>
    part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : [],
  );

const twiceArea = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return sum + (x! - ring[0]![0]!) * (by! - ring[0]![1]!) - (bx! - ring[0]![0]!) * (y! - ring[0]![1]!);
  }, 0);

const isRounded = (value: number): boolean => Math.round(value * 1e9) / 1e9 === value;

/** What is wrong: not valid, shells with the clock, more than nine decimals, or another area than was measured. */
function problemsOf(geometry: Geometry, cell: Cell, dataAreaM2: number, bentM2 = 400): readonly string[] {
  const problems = [geometryProblem(geometry)?.reason];
  for (const [shell, ...holes] of polygonsOf(geometry)) {
    if (twiceArea(shell!) <= 0) problems.push('a shell with the clock');
    if (holes.some((hole) => twiceArea(hole) >= 0)) problems.push('a hole against the clock');
    for (const [x, y] of [shell!, ...holes].flat()) {
      if (!isRounded(x!) || !isRounded(y!)) problems.push(`not rounded: ${x} ${y}`);
      if (Math.abs(x!) > 180) problems.push(`not cut: ${x}`);
    }
  }
  const measured = measureTile([{ data: groundOf(geometry).within(cell), clouds: [] }], null).dataAreaM2;
  if (Math.abs(measured - dataAreaM2) > bentM2 + 1e-5 * dataAreaM2) problems.push(`${measured} for ${dataAreaM2} m2`);
  return problems.flatMap((problem) => (problem === undefined ? [] : [`${formatCell(cell)}: ${problem}`]));
}

/** Edges of real layers were straight in degrees; those of shapes drawn in metres bend by half a metre. */
const straightInMetres = 20_000;

describe('the geometry of a tile', () => {
  test.each(Object.entries(places))('is valid and as large as its data, at %s', (_, [longitude, latitude]) => {
    const random = createRandom(testSeed());
    const cell = memberAt(longitude, latitude);
    const problems: string[] = [];
    for (let round = 0; round < 25; round++) {
      const layers = Array.from({ length: 1 + random.below(3) }, () => {
        const [x, y] = [longitude + 0.05 * (random.next() - 0.5), latitude + 0.05 * (random.next() - 0.5)];
        return groundOf(area(random, x, y, 0.05)).within(cell);
      });
      const { dataAreaM2 } = measureTile(
        layers.map((data) => ({ data, clouds: [] })),
        null,
      );
      if (dataAreaM2 > 0) problems.push(...problemsOf(tileGeometry(cell, layers), cell, dataAreaM2));
    }
    expect(problems).toEqual([]);
  });

  test('is valid for stars, holes and parts in the plane of a cell, upon each other', () => {
    const random = createRandom(testSeed() + 1);
    const cells = ['Z13-031133231113', 'Z35-300000303201', 'Z01-300222100202', 'Z27-013113330023'].map((id) =>
      parseCell(id)!,
    );
    const problems: string[] = [];
    for (let round = 0; round < 80; round++) {
      const layers = Array.from({ length: 1 + random.below(4) }, () => drawn(random).layer);
      const cell = random.pick(cells);
      const { dataAreaM2 } = measureTile(
        layers.map((data) => ({ data, clouds: [] })),
        null,
      );
      problems.push(...problemsOf(tileGeometry(cell, layers), cell, dataAreaM2, straightInMetres));
    }
    expect(problems).toEqual([]);
  });

  test('is valid, or nothing, for scribbles on a coarse raster, where everything touches', () => {
    const random = createRandom(testSeed() + 2);
    const cell = parseCell('Z22-213131031101')!;
    const problems: string[] = [];
    for (let round = 0; round < 150; round++) {
      const grid = random.pick([250, 1000, 1250]);
      const scribble = () =>
        Float64Array.from(
          { length: 2 * (3 + random.below(9)) },
          () => Math.round((5000 * random.next()) / grid) * grid,
        );
      const layers = Array.from({ length: 1 + random.below(3) }, () => [scribble()]);
      const { dataAreaM2 } = measureTile(
        layers.map((data) => ({ data, clouds: [] })),
        null,
      );
      const geometry = tileGeometry(cell, layers);
      if (dataAreaM2 > 1) problems.push(...problemsOf(geometry, cell, dataAreaM2, straightInMetres));
    }
    expect(problems).toEqual([]);
  });

  test('of a full cell is the cell, to a ten-millionth of a degree', () => {
    const cell = parseCell('Z13-031133231113')!;
    const full = groundOf({
      type: 'Polygon',
      coordinates: [
        [
          [-120, 20],
          [-90, 20],
          [-90, 50],
          [-120, 50],
          [-120, 20],
        ],
      ],
    });
    const geometry = tileGeometry(cell, [full.within(cell)]) as Polygon;
    const [ring] = geometry.coordinates;
    const border = cellRing(cell);
    expect(ring!.length).toBe(border.length);
    for (const [x, y] of ring!)
      expect(Math.min(...border.map(([bx, by]) => Math.hypot(x! - bx!, y! - by!)))).toBeLessThan(1e-9);
  });

  test('has no bridges and no seams: two halves are one ring, two ends of a U two', () => {
    const cell = parseCell('Z13-031133231113')!;
    const halves = [
      [ringOf(0, 0, 2500, 100, 2500, 5000, 0, 5000)],
      [ringOf(2500, 100, 5000, 0, 5000, 5000, 2500, 5000)],
    ];
    const joined = tileGeometry(cell, halves) as Polygon;
    expect(joined.type).toBe('Polygon');
    expect(joined.coordinates.length).toBe(1);
    const u = ringOf(0, 0, 1000, 0, 1000, 1000, 0, 1000, 0, 4000, 1000, 4000, 1000, 5000, 0, 5000, 0, 1000);
    expect(polygonsOf(tileGeometry(cell, [[u]])).length).toBe(2);
  });

  test('is cut at the antimeridian', () => {
    const cell = memberAt(179.999, -17.2);
    expect(Math.max(...cellRing(cell).map(([x]) => x!))).toBeGreaterThan(180);
    const geometry = tileGeometry(cell, [[ringOf(0, 0, 5000, 0, 5000, 5000, 0, 5000)]]);
    const xs = polygonsOf(geometry)
      .flat(2)
      .map(([x]) => x!);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([-180, 180]);
  });

  test('is valid at the poles, where the cell has the pole for a side', () => {
    for (const [south, north] of [
      [89.5, 90],
      [-90, -89.5],
    ] as const) {
      const cap = groundOf(boxRing(-180, south, 180, north));
      const atPole = cellsCovering({ type: 'Point', coordinates: [0, south > 0 ? 90 : -90] });
      expect(atPole.length).toBeGreaterThan(0);
      for (const cell of atPole) {
        const geometry = tileGeometry(cell, [cap.within(cell)]);
        expect(geometryProblem(geometry)).toBeNull();
        const latitudes = polygonsOf(geometry)
          .flat(2)
          .map(([, y]) => Math.abs(y!));
        expect(Math.max(...latitudes)).toBe(90);
        expect(Math.min(...latitudes)).toBeGreaterThan(89.9);
      }
    }
  });

  test('of nothing is empty', () => {
    expect(tileGeometry(parseCell('Z13-031133231113')!, [])).toEqual({ type: 'MultiPolygon', coordinates: [] });
  });
});
