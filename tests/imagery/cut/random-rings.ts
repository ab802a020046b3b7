import type { PixelRings } from '../../../server/src/imagery/cut/pixel-area.ts';
import type { PixelWindow } from '../../../server/src/imagery/pixels.ts';
import type { Random } from '../../support/seeded-random.ts';

/** A closed ring around a place; corners on whole, half or any pixels. May cross itself: even-odd is defined for that too. */
export function randomRing(random: Random, size: number): readonly (readonly [number, number])[] {
  const grain = random.pick([1, 2, 2, 1000]);
  const at = (most: number) => Math.round((random.next() * 1.6 - 0.3) * most * grain) / grain;
  const ring = Array.from({ length: 3 + random.below(9) }, () => [at(size), at(size)] as const);
  return [...ring, ring[0]!];
}

export const randomPolygons = (random: Random, size: number): readonly PixelRings[] =>
  Array.from({ length: random.below(4) }, () =>
    Array.from({ length: 1 + random.below(3) }, () => randomRing(random, size)),
  );

export function randomWindow(random: Random, size: number): PixelWindow {
  const [column, row] = [random.below(size), random.below(size)];
  return { column, row, width: 1 + random.below(size - column), height: 1 + random.below(size - row) };
}

/** Whether a pixel is in the area, edge by edge: an edge to its left that passes its row turns it over. */
export const isInArea = (polygons: readonly PixelRings[], column: number, row: number): boolean =>
  polygons.some((rings) => rings.reduce((sum, ring) => sum + crossings(ring, column, row), 0) % 2 === 1);

function crossings(ring: readonly (readonly [number, number])[], column: number, row: number): number {
  const middle = row + 0.5;
  let count = 0;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    if (from[1] <= middle === to[1] <= middle) continue;
    const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from];
    // Without a division, so that it is exact where an edge runs through the middle of a pixel.
    const [along, aside] = [(middle - upper[1]) * (lower[0] - upper[0]), lower[1] - upper[1]];
    if (along < (column + 0.5 - upper[0]) * aside) count += 1;
  }
  return count;
}
