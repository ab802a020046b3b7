import { describe, expect, test } from 'vitest';
import { cutWindow } from '../../../server/src/imagery/cut/cut-window.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';

const seed = testSeed();

describe('the window of a box', () => {
  test('holds all of the box that the image has, lies in it, and adds little or nothing', () => {
    const random = createRandom(seed);
    const seen = { exact: 0, snapped: 0, none: 0 };
    for (let round = 0; round < 800; round++) {
      const image = { width: 1 + random.below(3000), height: 1 + random.below(3000) };
      const tileSize = random.pick([128, 256, 512]);
      const isNearTiles = random.chance(0.2);
      const span = (most: number) => {
        // A little within whole tiles, or within the image.
        if (isNearTiles) return [random.next(), most - random.next() * 2] as const;
        const one = (random.next() * 1.6 - 0.3) * most;
        const other = random.chance(0.3) ? one + random.next() * 3 : (random.next() * 1.6 - 0.3) * most;
        return [Math.min(one, other), Math.max(one, other)] as const;
      };
      const [[left, right], [top, bottom]] = [span(image.width), span(image.height)];
      const window = cutWindow({ left, top, right, bottom }, image, tileSize);
      const isDisjoint = right <= 0 || bottom <= 0 || left >= image.width || top >= image.height;
      expect(window === null, `seed ${seed}, round ${round}`).toBe(isDisjoint);
      if (window === null) {
        seen.none += 1;
        continue;
      }
      const [end, foot] = [window.column + window.width, window.row + window.height];
      expect([window.column, window.row, end, foot].every((value) => Number.isInteger(value))).toBe(true);
      expect(window.column).toBeGreaterThanOrEqual(0);
      expect(window.row).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(image.width);
      expect(foot).toBeLessThanOrEqual(image.height);
      expect(window.column).toBeLessThanOrEqual(Math.max(0, left) + 1e-5);
      expect(window.row).toBeLessThanOrEqual(Math.max(0, top) + 1e-5);
      expect(end).toBeGreaterThanOrEqual(Math.min(image.width, right) - 1e-5);
      expect(foot).toBeGreaterThanOrEqual(Math.min(image.height, bottom) - 1e-5);
      const [l, t] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
      const [r, b] = [Math.min(image.width, Math.ceil(right)), Math.min(image.height, Math.ceil(bottom))];
      const isExact = window.column === l && window.row === t && end === r && foot === b;
      const isSnapped =
        window.column % tileSize === 0 &&
        window.row % tileSize === 0 &&
        (end % tileSize === 0 || end === image.width) &&
        (foot % tileSize === 0 || foot === image.height);
      const added = (window.width * window.height) / ((r - l) * (b - t)) - 1;
      expect(isExact || (isSnapped && added <= 0.05), `seed ${seed}, round ${round}`).toBe(true);
      seen[isExact ? 'exact' : 'snapped'] += 1;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });

  test('positions a hair off the lines of pixels are on them', () => {
    const box = { left: 10 - 1e-9, top: 20 + 1e-9, right: 30 + 1e-9, bottom: 40 - 1e-9 };
    expect(cutWindow(box, { width: 99, height: 99 }, 512)).toEqual({ column: 10, row: 20, width: 20, height: 20 });
  });

  test('a box that only touches the image has nothing of it', () => {
    const image = { width: 100, height: 100 };
    expect(cutWindow({ left: 100, top: 0, right: 120, bottom: 50 }, image, 128)).toBeNull();
    expect(cutWindow({ left: -20, top: 0, right: 0, bottom: 50 }, image, 128)).toBeNull();
  });
});
