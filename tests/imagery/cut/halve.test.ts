import { describe, expect, test } from 'vitest';
import { fitTile } from '../../../server/src/imagery/cut/fit-tile.ts';
import { type TilePixels, halveInto } from '../../../server/src/imagery/cut/halve.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';

const seed = testSeed();

describe('a tile at half its size', () => {
  test('is the average of the data, rounded; data where one of four is; the rest of the target stays', () => {
    const random = createRandom(seed);
    for (let round = 0; round < 200; round++) {
      const [size, bands] = [random.pick([2, 8, 16]), 1 + random.below(4)];
      const kind = random.pick([Uint8Array, Uint16Array]);
      const most = kind === Uint8Array ? 256 : 65_536;
      // High values alone, too: four of them are more than 16 bits.
      const low = random.chance(0.4) ? most - 3 : 0;
      const samples = new kind(Array.from({ length: size * size * bands }, () => low + random.below(most - low)));
      const mask = random.chance(0.3) ? null : Uint8Array.from({ length: size * size }, () => random.pick([0, 255]));
      const fill = random.below(most);
      const target: TilePixels = {
        samples: new kind(size * size * bands).fill(fill),
        mask: random.chance(0.2) ? null : new Uint8Array(size * size),
      };
      const quarter = { column: random.below(2), row: random.below(2) };
      halveInto(target, quarter, { samples, mask }, size, bands);
      const half = size / 2;
      const wrong: unknown[] = [];
      for (let at = 0; at < size * size; at++) {
        const [column, row] = [(at % size) - quarter.column * half, Math.floor(at / size) - quarter.row * half];
        const isMine = column >= 0 && row >= 0 && column < half && row < half;
        const four = [0, 1, size, size + 1].map((step) => row * 2 * size + column * 2 + step);
        const valid = isMine ? four.filter((pixel) => mask === null || mask[pixel] === 255) : [];
        for (let band = 0; band < bands; band++) {
          const sum = valid.reduce((total, pixel) => total + samples[pixel * bands + band]!, 0);
          const wanted = valid.length === 0 ? fill : Math.floor(sum / valid.length + 0.5);
          if (target.samples[at * bands + band] !== wanted) wrong.push([at, band]);
        }
        if (target.mask !== null && target.mask[at] !== (valid.length === 0 ? 0 : 255)) wrong.push([at, 'mask']);
      }
      expect(wrong, `seed ${seed}, round ${round}`).toEqual([]);
    }
  });
});

describe('pixels as a whole tile', () => {
  test.each([
    [1, 1],
    [5, 8],
    [8, 3],
    [7, 7],
    [8, 8],
  ])('%d x %d: beyond the image its last column and row go on, in pixels and mask', (width, height) => {
    const [size, bands] = [8, 2];
    const samples = Uint16Array.from({ length: width * height * bands }, (_, at) => at * 311);
    const mask = Uint8Array.from({ length: width * height }, (_, at) => (at % 3 === 0 ? 0 : 255));
    const tile = fitTile({ width, height, bands: [0, 1], samples, mask }, size);
    for (let at = 0; at < size * size; at++) {
      const from = Math.min(Math.floor(at / size), height - 1) * width + Math.min(at % size, width - 1);
      expect(tile.samples.subarray(at * bands, at * bands + 2)).toEqual(samples.subarray(from * 2, from * 2 + 2));
      expect(tile.mask![at]).toBe(mask[from]);
    }
  });
});
