import type { PixelRing } from './trace-mask.ts';

/** Douglas and Peucker: no corner that is left out lies farther than `tolerance` from the new line. */
export function simplifyRing(ring: PixelRing, tolerance: number): PixelRing {
  const open = ring.slice(0, -1);
  if (open.length <= 4) return ring;
  // Two corners that stay: the first, and the farthest from it.
  const far = farthestFrom(open, open[0]!);
  const kept = new Uint8Array(open.length + 1);
  kept[0] = kept[far] = kept[open.length] = 1;
  const spans: [number, number][] = [
    [0, far],
    [far, open.length],
  ];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last] = span;
    let [most, at] = [tolerance, -1];
    for (let index = first + 1; index < last; index++) {
      const distance = distanceTo(ring[index]!, ring[first]!, ring[last]!);
      if (distance > most) [most, at] = [distance, index];
    }
    if (at === -1) continue;
    kept[at] = 1;
    spans.push([first, at], [at, last]);
  }
  return ring.filter((_, index) => kept[index] === 1);
}

type Corner = readonly [number, number];

function farthestFrom(corners: readonly Corner[], [x, y]: Corner): number {
  let [most, at] = [0, 0];
  for (const [index, [otherX, otherY]] of corners.entries()) {
    const distance = Math.hypot(otherX - x, otherY - y);
    if (distance > most) [most, at] = [distance, index];
  }
  return at;
}

function distanceTo([x, y]: Corner, [ax, ay]: Corner, [bx, by]: Corner): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
