/** A ring of pixel corners, closed: the first is the last. */
export type PixelRing = readonly (readonly [number, number])[];

/** The outlines of what a mask holds: outer rings have a positive area, holes a negative one. */
export function traceMask(given: Uint8Array, width: number, height: number): readonly PixelRing[] {
  const mask = withoutCorners(given, width, height);
  const stride = width + 1;
  // Each corner has one way on, with the data always on the same hand.
  const next = new Map<number, number>();
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if (mask[at] === 0) continue;
      const corner = row * stride + column;
      if (row === 0 || mask[at - width] === 0) next.set(corner, corner + 1);
      if (column === width - 1 || mask[at + 1] === 0) next.set(corner + 1, corner + 1 + stride);
      if (row === height - 1 || mask[at + width] === 0) next.set(corner + 1 + stride, corner + stride);
      if (column === 0 || mask[at - 1] === 0) next.set(corner + stride, corner);
    }
  }
  return collectRings(next, stride);
}

/** Two pixels that touch by a corner alone would make a ring cross itself: such a corner is filled. */
function withoutCorners(given: Uint8Array, width: number, height: number): Uint8Array {
  const mask = given.slice();
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (let at = 0; at < (height - 1) * width; at++) {
      if (at % width === width - 1) continue;
      const isFirst = mask[at] !== 0;
      const isSecond = mask[at + 1] !== 0;
      if (isFirst === isSecond) continue;
      if ((mask[at + width + 1] !== 0) !== isFirst || (mask[at + width] !== 0) !== isSecond) continue;
      mask[isFirst ? at + 1 : at] = 255;
      hasChanged = true;
    }
  }
  return mask;
}

function collectRings(next: Map<number, number>, stride: number): readonly PixelRing[] {
  const rings: PixelRing[] = [];
  const place = (corner: number) => [corner % stride, Math.floor(corner / stride)] as const;
  for (const start of next.keys()) {
    const ring: (readonly [number, number])[] = [place(start)];
    let from = start;
    let at = next.get(start)!;
    while (at !== start) {
      const to = next.get(at)!;
      // A corner in a straight line is no corner.
      if (to - at !== at - from) ring.push(place(at));
      next.delete(at);
      from = at;
      at = to;
    }
    next.delete(start);
    rings.push([...ring, place(start)]);
  }
  return rings;
}

/** Twice what surveyors compute: positive for rings that run as `traceMask` draws outer ones. */
export function areaOf(ring: PixelRing): number {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[x, y], [nextX, nextY]] = [ring[at]!, ring[at + 1]!];
    sum += x * nextY - nextX * y;
  }
  return sum / 2;
}
