import { compareCodePoints } from '../catalog/evaluate/scalars.ts';
import type { TimeKey } from '../catalog/time-key.ts';
import type { Criterion } from './query/compile-query.ts';

/** A tile as ranking sees it. */
export type Contestant = {
  readonly takenAt: TimeKey;
  readonly acquisition: string;
  readonly collection: string;
  valueOf(field: string): unknown;
};

/** The tiles of one cell, the best first, whatever order they came in. */
export function ranked<T extends Contestant>(tiles: readonly T[], criteria: readonly Criterion[]): readonly T[] {
  const scores = scoresOf(tiles, criteria);
  return tiles
    .map((tile, i) => ({ tile, score: scores[i]! }))
    .sort((a, b) => b.score - a.score || byAge(a.tile, b.tile))
    .map(({ tile }) => tile);
}

/** Newest first, then by name. */
export const byAge = (a: Contestant, b: Contestant): number =>
  compareCodePoints(b.takenAt, a.takenAt) ||
  compareCodePoints(a.acquisition, b.acquisition) ||
  compareCodePoints(a.collection, b.collection);

/** The mean of each criterion's margin beyond its threshold, as a share of the best margin in the cell. */
function scoresOf(tiles: readonly Contestant[], criteria: readonly Criterion[]): Float64Array {
  const scores = new Float64Array(tiles.length);
  for (const { field, isUpward, threshold } of criteria) {
    const margins = tiles.map((tile) => marginOf(tile.valueOf(field), threshold, isUpward));
    const best = margins.reduce((most, margin) => Math.max(most, margin), 0);
    if (best > 0) margins.forEach((margin, i) => (scores[i]! += margin / best / criteria.length));
  }
  // Sums in another order differ in their last digits, which must not outrank the date.
  return scores.map((score) => Math.round(score * 1e9) / 1e9);
}

const marginOf = (value: unknown, threshold: number, isUpward: boolean): number => {
  if (typeof value !== 'number') return 0;
  return Math.max(0, isUpward ? value - threshold : threshold - value);
};
