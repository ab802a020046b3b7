import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cellBounds, cellOfGridCode, formatCell, isSameCell, parseCell } from '../../server/src/grid/cell.ts';
import { degreesOfUtm } from '../../server/src/grid/utm.ts';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const beside = (path: string) => fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
const [vectors, items] = [beside('vectors/grid.json'), beside('data/stac/maxar/items.ndjson.gz')];
const why = (path: string) =>
  existsSync(path) ? '' : ` (skipped: no ${path.slice(path.indexOf('shared/') - 3)} beside the project)`;

type Corners = Readonly<Record<'nw' | 'ne' | 'sw' | 'se', readonly [number, number]>>;
type CellVector = {
  readonly cell: string;
  readonly epsg: number;
  readonly bounds: readonly [number, number, number, number];
  readonly withApron?: readonly [number, number, number, number];
  readonly corners?: Corners;
  readonly apronCorners?: Corners;
};

const random = createRandom(testSeed());
const quadkey = (length: number) => Array.from({ length }, () => random.below(4)).join('');
const someCell = (length = 12) => ({ zone: 1 + random.below(60), quadkey: quadkey(length) });

describe('the id of a cell', () => {
  test.each([
    ['Z13-031133231113', 13],
    ['z13-031133231113', 13],
    ['13/031133231113', 13],
    ['zZ01-0', 1],
    ['Z60-333333333333333333333333', 60],
  ])('%s', (text, zone) => expect(parseCell(text)?.zone).toBe(zone));

  test.each([
    '',
    'Z',
    'Z13',
    'Z13-',
    'Z13-4',
    'Z00-0',
    'Z61-0',
    'Z1-0',
    'Z130-0',
    ' Z13-0',
    'Z13-0 ',
    'Z13-0\n',
    'Z13_0',
    'Z13-0/1',
    `Z13-${'0'.repeat(25)}`,
  ])('%j is none', (text) => expect(parseCell(text)).toBeNull());

  test('what is written is read back, for any cell', () => {
    for (let round = 0; round < 500; round++) {
      const cell = someCell(1 + random.below(24));
      expect(parseCell(formatCell(cell))).toEqual(cell);
    }
  });

  test('a grid:code is of this grid or of none', () => {
    expect(cellOfGridCode('MXRA-Z46-033111330333')).toEqual({ zone: 46, quadkey: '033111330333' });
    expect(cellOfGridCode('MXRA-Z4-122000313223')).toEqual({ zone: 4, quadkey: '122000313223' });
    for (const code of ['MGRS-35NKA', 'Z46-033111330333', '', null, 7, 'MXRA-Z46'])
      expect(cellOfGridCode(code)).toBeNull();
    expect(isSameCell(parseCell('Z46-01')!, parseCell('46/01')!)).toBe(true);
    expect(isSameCell(parseCell('Z46-01')!, parseCell('Z45-01')!)).toBe(false);
  });
});

describe('where a cell lies', () => {
  test('twelve steps are 5 km, on whole multiples of it', () => {
    for (let round = 0; round < 500; round++) {
      const { bounds } = cellBounds(someCell());
      const [west, south, east, north] = bounds;
      expect([east - west, north - south, west % 5000, south % 5000].map(Math.abs)).toEqual([5000, 5000, 0, 0]);
    }
  });

  test('four cells of the next step fill a cell, none over another', () => {
    for (let round = 0; round < 200; round++) {
      const cell = someCell(1 + random.below(11));
      const whole = cellBounds(cell);
      const parts = ['0', '1', '2', '3'].map((digit) => cellBounds({ ...cell, quadkey: cell.quadkey + digit }));
      const [west, south, east, north] = whole.bounds;
      const [x, y] = [(west + east) / 2, (south + north) / 2];
      expect(parts.map(({ bounds }) => bounds)).toEqual([
        [west, y, x, north],
        [x, y, east, north],
        [west, south, x, y],
        [x, south, east, y],
      ]);
      expect(new Set([whole, ...parts].map(({ epsg }) => epsg)).size).toBe(1);
    }
  });

  test.skipIf(!existsSync(vectors))(`published cells and their corners in degrees${why(vectors)}`, () => {
    const { cells } = JSON.parse(readFileSync(vectors, 'utf8')) as { cells: CellVector[] };
    expect(cells.length).toBeGreaterThan(8);
    let corners = 0;
    for (const vector of cells) {
      expect(cellBounds(parseCell(vector.cell)!)).toEqual({ epsg: vector.epsg, bounds: vector.bounds });
      for (const [box, given] of [
        [vector.bounds, vector.corners],
        [vector.withApron, vector.apronCorners],
      ] as const) {
        if (box === undefined || given === undefined) continue;
        const [west, south, east, north] = box;
        for (const [name, x, y] of [
          ['nw', west, north],
          ['ne', east, north],
          ['sw', west, south],
          ['se', east, south],
        ] as const) {
          const [longitude, latitude] = degreesOfUtm(vector.epsg, x, y);
          expect(Math.abs(longitude - given[name][0])).toBeLessThan(1e-12);
          expect(Math.abs(latitude - given[name][1])).toBeLessThan(1e-12);
          corners += 1;
        }
      }
    }
    expect(corners).toBeGreaterThan(7);
  });

  test.skipIf(!existsSync(items))(`real items lie in the cell of their code${why(items)}`, () => {
    const apron = 156.25;
    const lines = gunzipSync(readFileSync(items))
      .toString()
      .split('\n')
      .filter((line) => line !== '');
    let [coded, full] = [0, 0];
    for (const line of lines) {
      const { properties } = JSON.parse(line) as {
        properties: {
          'grid:code'?: string;
          'proj:epsg'?: number;
          'proj:code'?: string;
          'proj:bbox': [number, number, number, number];
        };
      };
      if (properties['grid:code'] === undefined) continue;
      coded += 1;
      const { epsg, bounds } = cellBounds(cellOfGridCode(properties['grid:code'])!);
      const [west, south, east, north] = properties['proj:bbox'];
      const around = [bounds[0] - apron, bounds[1] - apron, bounds[2] + apron, bounds[3] + apron] as const;
      const isInside = west >= around[0] && south >= around[1] && east <= around[2] && north <= around[3];
      if (!isInside || (properties['proj:code'] ?? `EPSG:${properties['proj:epsg']}`) !== `EPSG:${epsg}`)
        throw new Error(line.slice(0, 300));
      if ([west, south, east, north].every((each, index) => each === around[index])) full += 1;
    }
    expect(coded).toBeGreaterThan(10_000);
    expect(full).toBeGreaterThan(1000);
  });
});

describe('degrees of UTM', () => {
  test('as proj4 has them, in every zone and both hemispheres', () => {
    const projections = createProjections();
    for (let round = 0; round < 300; round++) {
      const epsg = (random.chance(0.5) ? 32_600 : 32_700) + 1 + random.below(60);
      const [x, y] = [
        200_000 + random.next() * 600_000,
        epsg >= 32_700 ? 1_200_000 + random.next() * 8_000_000 : random.next() * 9_200_000,
      ];
      const [longitude, latitude] = degreesOfUtm(epsg, x, y);
      const [theirs, their] = projections.between({ epsg }, { epsg: 4326 })(x, y);
      expect(Math.abs(latitude - their)).toBeLessThan(1e-9);
      expect(Math.abs(((longitude - theirs + 540) % 360) - 180)).toBeLessThan(1e-9);
    }
  });

  test('the middle of a zone at the equator', () => {
    expect(degreesOfUtm(32631, 500_000, 0)).toEqual([3, 0]);
    const [longitude, latitude] = degreesOfUtm(32731, 500_000, 10_000_000);
    expect([longitude, Math.abs(latitude)]).toEqual([3, 0]);
  });
});
