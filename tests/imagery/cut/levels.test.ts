import { describe, expect, test } from 'vitest';
import { levelsOf } from '../../../server/src/imagery/cut/levels.ts';
import { matchLevels } from '../../../server/src/imagery/cut/match-levels.ts';
import type { ImageInfo } from '../../../server/src/imagery/image.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { randomWindow } from './random-rings.ts';

const seed = testSeed();

/** As much of an image as its levels are chosen by. */
const imageOf = (...sizes: readonly (readonly [number, number])[]) => {
  const levels = sizes.map(([width, height]) => ({ width, height }));
  return { ...levels[0]!, levels } as unknown as ImageInfo;
};

describe('the levels of a file', () => {
  test('halve, rounded up, until one tile is left; their tiles cover them, none in vain', () => {
    const random = createRandom(seed);
    for (let round = 0; round < 100; round++) {
      const [width, height] = [1 + random.below(5000), 1 + random.below(random.pick([3, 5000]))];
      const tileSize = random.pick([128, 256, 512, 1024]);
      const levels = levelsOf(width, height, tileSize);
      expect(levels[0]).toMatchObject({ width, height });
      for (const [index, level] of levels.entries()) {
        const below = levels[index - 1];
        const halved =
          below === undefined ? [width, height] : [Math.ceil(below.width / 2), Math.ceil(below.height / 2)];
        expect([level.width, level.height]).toEqual(halved);
        expect(level.columns * tileSize - level.width).toBeGreaterThanOrEqual(0);
        expect(level.columns * tileSize - level.width).toBeLessThan(tileSize);
        expect(level.rows * tileSize - level.height).toBeGreaterThanOrEqual(0);
        expect(level.rows * tileSize - level.height).toBeLessThan(tileSize);
        expect(level.columns * level.rows === 1, `seed ${seed}, round ${round}`).toBe(index === levels.length - 1);
      }
    }
  });
});

describe('levels of a cut and of its image', () => {
  test('have the same pixels, and the image has all that are asked of it', () => {
    const random = createRandom(seed + 1);
    let [matched, without] = [0, 0];
    for (let round = 0; round < 400; round++) {
      const full = [20 + random.below(900), 20 + random.below(900)] as const;
      const rounding = random.pick([Math.ceil, Math.floor]);
      const factors = [2, 4, 8, 16].slice(0, random.below(5));
      const info = imageOf(
        full,
        ...factors.map((factor) => [rounding(full[0] / factor), rounding(full[1] / factor)] as const),
      );
      const grain = random.pick([1, 2, 8, 64]);
      const any = randomWindow(random, Math.min(...full));
      const window = random.chance(0.2)
        ? { column: 0, row: 0, width: full[0], height: full[1] }
        : { ...any, column: any.column - (any.column % grain), row: any.row - (any.row % grain) };
      for (const [index, { grid, source }] of matchLevels(info, window, 64).entries()) {
        const factor = 2 ** index;
        expect(Math.abs(grid.width - window.width / factor), `seed ${seed}, round ${round}`).toBeLessThan(1);
        expect(Math.abs(grid.height - window.height / factor)).toBeLessThan(1);
        expect(source !== null || index > 0).toBe(true);
        without += source === null ? 1 : 0;
        if (source === null) continue;
        matched += index > 0 ? 1 : 0;
        const level = info.levels[source.level]!;
        expect([source.column * factor, source.row * factor]).toEqual([window.column, window.row]);
        expect(source.column + grid.width).toBeLessThanOrEqual(level.width);
        expect(source.row + grid.height).toBeLessThanOrEqual(level.height);
        expect(Math.abs(level.width - info.width / factor)).toBeLessThan(1);
      }
    }
    expect(Math.min(matched, without)).toBeGreaterThan(80);
  });

  test('the whole image has the sizes of its own overviews, rounded as they are', () => {
    const info = imageOf([1001, 501], [500, 250], [250, 125]);
    const levels = matchLevels(info, { column: 0, row: 0, width: 1001, height: 501 }, 128);
    expect(levels.map(({ grid, source }) => [grid.width, grid.height, source?.level])).toEqual([
      [1001, 501, 0],
      [500, 250, 1],
      [250, 125, 2],
      [125, 63, undefined],
    ]);
  });

  test('an overview that was rounded down lacks the last column of a cut at the edge: it is made anew', () => {
    const info = imageOf([513, 400], [256, 200]);
    const levels = matchLevels(info, { column: 0, row: 0, width: 513, height: 200 }, 256);
    expect(levels.map(({ grid, source }) => [grid.width, grid.columns, source?.level])).toEqual([
      [513, 3, 0],
      [257, 2, undefined],
      [129, 1, undefined],
    ]);
  });

  test('a window between the pixels of an overview, and an overview of another factor, have nothing in common', () => {
    const odd = matchLevels(imageOf([1000, 1000], [500, 500]), { column: 1, row: 0, width: 600, height: 600 }, 512);
    expect(odd.map(({ source }) => source?.level)).toEqual([0, undefined]);
    const third = matchLevels(imageOf([999, 999], [333, 333]), { column: 0, row: 0, width: 999, height: 999 }, 512);
    expect(third.map(({ source }) => source?.level)).toEqual([0, undefined]);
  });
});
