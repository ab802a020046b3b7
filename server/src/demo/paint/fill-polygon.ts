import type { Brush, Canvas } from './canvas.ts';

/** Corners as x, y, x, y in local metres; the last is joined to the first. */
export type Outline = readonly number[];

const mostCrossings = 32;
let crossings = new Float64Array(2048 * mostCrossings);
let counts = new Uint8Array(2048);

/** Every pixel whose centre lies inside, by the even-odd rule. */
export function fillPolygon(canvas: Canvas, outline: Outline, brush: Brush): void {
  const { gsd, west, width, height } = canvas;
  if (counts.length < height) {
    counts = new Uint8Array(height);
    crossings = new Float64Array(height * mostCrossings);
  }
  const [first, last] = rowsOf(canvas, outline);
  if (first > last) return;
  counts.fill(0, first, last + 1);
  for (let at = 0, before = outline.length - 2; at < outline.length; before = at, at += 2) {
    cross(canvas, outline[before]!, outline[before + 1]!, outline[at]!, outline[at + 1]!);
  }
  for (let row = first; row <= last; row++) {
    const found = row * mostCrossings + counts[row]!;
    for (let at = row * mostCrossings; at + 1 < found; at += 2) {
      const start = Math.max(0, Math.ceil((crossings[at]! - west) / gsd - 0.5));
      const end = Math.min(width, Math.ceil((crossings[at + 1]! - west) / gsd - 0.5));
      if (start < end) brush(canvas, row, start, end);
    }
  }
}

function rowsOf({ north, gsd, height }: Canvas, outline: Outline): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 1; at < outline.length; at += 2) {
    const y = outline[at]!;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return [
    Math.max(0, Math.ceil((north - high) / gsd - 0.5)),
    Math.min(height - 1, Math.ceil((north - low) / gsd - 0.5) - 1),
  ];
}

/** Notes, for every row whose middle an edge crosses, where it does; kept sorted. */
function cross({ north, gsd, height }: Canvas, x1: number, y1: number, x2: number, y2: number): void {
  const [high, low] = y1 > y2 ? [y1, y2] : [y2, y1];
  const first = Math.max(0, Math.ceil((north - high) / gsd - 0.5));
  const last = Math.min(height - 1, Math.ceil((north - low) / gsd - 0.5) - 1);
  const slope = (x2 - x1) / (y2 - y1);
  for (let row = first; row <= last; row++) {
    const count = counts[row]!;
    if (count === mostCrossings) continue;
    const x = x1 + (north - (row + 0.5) * gsd - y1) * slope;
    const base = row * mostCrossings;
    let place = base + count;
    for (; place > base && crossings[place - 1]! > x; place--) crossings[place] = crossings[place - 1]!;
    crossings[place] = x;
    counts[row] = count + 1;
  }
}

/** What lies between two outlines: both, with a way between them that is walked there and back. */
export const ringBetween = (outer: Outline, inner: Outline): Outline => [
  ...outer,
  outer[0]!,
  outer[1]!,
  ...inner,
  inner[0]!,
  inner[1]!,
];
