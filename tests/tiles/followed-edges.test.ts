import { expect, test } from 'vitest';
import { metresOffMeridian } from '../../server/src/grid/utm.ts';
import { pieceCount, projectRing } from '../../server/src/tiles/ground/project-ring.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

/** How far a place lies from the piece between two others. */
function away([x, y]: readonly number[], [ax, ay]: readonly number[], [bx, by]: readonly number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const t = Math.max(0, Math.min(1, ((x! - ax!) * dx + (y! - ay!) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x! - ax! - t * dx, y! - ay! - t * dy);
}

const within = (value: number, least: number, greatest: number) => Math.max(least, Math.min(greatest, value));

const sortedPlaces = (ring: readonly number[]) =>
  Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]} ${ring[2 * i + 1]}`).sort();

test('projected edges stay within 5 cm of those that are straight in degrees, in few pieces', () => {
  const random = createRandom(testSeed());
  for (let round = 0; round < 3000; round++) {
    const isPolar = random.chance(0.1);
    const [most, low, high] = isPolar ? [180, 85.5, 90] : [3.5, 0, 86];
    const span = random.pick([0.05, 0.5, 6]);
    const a = [most * random.next(), low + (high - low) * random.next()] as const;
    const b = [
      within(a[0] + span * (random.next() - 0.5), 0, most),
      within(a[1] + span * (random.next() - 0.5), low, high),
    ] as const;
    const count = pieceCount(a[0], a[1], b[0], b[1]);
    const at = (t: number) => metresOffMeridian(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
    for (let sample = 0; sample < 12; sample++) {
      const piece = random.below(count);
      const t = (piece + [0.25, 0.5, 0.75][sample % 3]!) / count;
      expect(away(at(t), at(piece / count), at((piece + 1) / count))).toBeLessThan(0.05);
    }
    expect(count).toBeLessThan(span === 0.05 && !isPolar ? 12 : 6000);
  }
});

test('an edge and its way back pass the same places', () => {
  const forth = projectRing([0.3, 40, 1.4, 41, 1.5, 40.2], [0, 30, 4, 50]);
  const back = projectRing([1.5, 40.2, 1.4, 41, 0.3, 40], [0, 30, 4, 50]);
  expect(forth.length).toBeGreaterThan(100);
  expect(sortedPlaces(back)).toEqual(sortedPlaces(forth));
});
