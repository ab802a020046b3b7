import { describe, expect, test } from 'vitest';
import { type PixelRings, pixelArea } from '../../../server/src/imagery/cut/pixel-area.ts';
import type { PixelWindow } from '../../../server/src/imagery/pixels.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { isInArea, randomPolygons, randomWindow } from './random-rings.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const seed = testSeed();
const size = 40;

const box = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ] as const;

function maskOf(polygons: readonly PixelRings[], window: PixelWindow): Uint8Array {
  const mask = new Uint8Array(window.width * window.height).fill(255);
  pixelArea(polygons).maskOut(window, mask, window.width);
  return mask;
}

const expected = (polygons: readonly PixelRings[], { column, row, width, height }: PixelWindow): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, at) =>
    isInArea(polygons, column + (at % width), row + Math.floor(at / width)) ? 255 : 0,
  );

describe('an area of pixels is what an even-odd count of each pixel says', () => {
  test('random polygons, holes and parts that overlap; random windows', () => {
    const random = createRandom(seed);
    const seen = { inside: 0, outside: 0, edge: 0 };
    for (let round = 0; round < 600; round++) {
      const polygons = randomPolygons(random, size);
      const window = randomWindow(random, size);
      const wanted = expected(polygons, window);
      expect(Buffer.compare(maskOf(polygons, window), wanted), `seed ${seed}, round ${round}`).toBe(0);
      const coverage = !wanted.includes(0) ? 'inside' : wanted.includes(255) ? 'edge' : 'outside';
      expect(pixelArea(polygons).coverageOf(window), `seed ${seed}, round ${round}`).toBe(coverage);
      seen[coverage] += 1;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(40);
  });

  test('shrunk, it is the polygon drawn on larger pixels', () => {
    const random = createRandom(seed + 1);
    for (let round = 0; round < 300; round++) {
      const polygons = randomPolygons(random, size);
      const factor = random.pick([2, 4, 8]);
      const window = randomWindow(random, Math.ceil(size / factor));
      const small = polygons.map((rings) =>
        rings.map((ring) => ring.map(([x, y]) => [x / factor, y / factor] as const)),
      );
      const mask = new Uint8Array(window.width * window.height).fill(255);
      pixelArea(polygons).shrunk(factor).maskOut(window, mask, window.width);
      expect(Buffer.compare(mask, expected(small, window)), `seed ${seed}, round ${round}`).toBe(0);
    }
  });

  test('only zeros are written, and only within the window of a wider mask', () => {
    const mask = new Uint8Array(8 * 3).fill(7);
    pixelArea([[box(2, 0, 4, 2)]]).maskOut({ column: 0, row: 0, width: 5, height: 2 }, mask, 8);
    expect([...mask]).toEqual([0, 0, 7, 7, 0, 7, 7, 7, 0, 0, 7, 7, 0, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
  });
});

describe('where lines meet pixels', () => {
  const window = { column: 0, row: 0, width: 6, height: 6 };
  const count = (...polygons: PixelRings[]) => maskOf(polygons, window).filter((value) => value === 255).length;

  test('along the lines between pixels: exactly the pixels inside', () => expect(count([box(1, 1, 4, 3)])).toBe(6));
  test('two neighbours share no pixel and lose none, wherever the line between them runs', () => {
    for (const at of [2, 2.25, 2.5, 2.75, 3]) {
      expect(count([box(0, 0, at, 6)]) + count([box(at, 0, 6, 6)]), `column ${at}`).toBe(36);
      expect(count([box(0, 0, 6, at)]) + count([box(0, at, 6, 6)]), `row ${at}`).toBe(36);
    }
  });
  test('smaller than a pixel: one where its middle is in it, else none', () => {
    expect(count([box(2.4, 2.4, 2.6, 2.6)])).toBe(1);
    expect(count([box(2.6, 2.6, 2.9, 2.9)])).toBe(0);
  });
  test('a hole as large as the polygon leaves nothing; parts that overlap are one', () => {
    expect(count([box(1, 1, 4, 4), box(1, 1, 4, 4)])).toBe(0);
    expect(count([box(1, 1, 4, 4)], [box(2, 2, 5, 5)])).toBe(14);
  });
  test('larger than the image: all; beside it, without area, or without polygons: nothing', () => {
    expect(count([box(-9, -9, 99, 99)])).toBe(36);
    expect(pixelArea([[box(-9, -9, 99, 99)]]).coverageOf(window)).toBe('inside');
    for (const nothing of [[[box(7, 0, 9, 6)]], [[box(-9, 0, -1, 6)]], [[box(2, 2, 2, 5)]], []]) {
      expect(pixelArea(nothing).coverageOf(window)).toBe('outside');
    }
  });
  test('a ring whose last corner is not its first is closed', () =>
    expect(count([box(1, 1, 4, 3).slice(0, 4)])).toBe(6));
});

describe('polygons of 100,000 corners', () => {
  const corners = 100_000;
  const side = 8704;
  const star = Array.from({ length: corners + 1 }, (_, i) => {
    const [angle, radius] = [((i % corners) / corners) * 2 * Math.PI, 4000 + (i % 2) * 3];
    return [side / 2 + radius * Math.cos(angle), side / 2 + radius * Math.sin(angle)] as const;
  });
  const shore = [
    ...Array.from({ length: corners }, (_, i) => [(i / corners) * side, 4000 + (i % 2) * 100] as const),
    [side, 8500] as const,
    [0, 8500] as const,
    [0, 4000] as const,
  ];

  test.each([
    ['a star', star],
    ['a shore', shore],
  ])('%s over all tiles of a large image: seconds', (_, ring) => {
    const area = pixelArea([[ring]]);
    const start = cpuMs();
    const mask = new Uint8Array(512 * 512);
    const seen = { inside: 0, outside: 0, edge: 0 };
    for (let row = 0; row < side; row += 512) {
      for (let column = 0; column < side; column += 512) {
        const window = { column, row, width: 512, height: 512 };
        const coverage = area.coverageOf(window);
        seen[coverage] += 1;
        if (coverage === 'edge') area.maskOut(window, mask, 512);
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(15);
    // Less than 1 s where it was written; every edge asked of every row takes minutes.
    expect(cpuMs() - start).toBeLessThan(15_000);
  });
});
