// Kept from call to call: making arrays would cost more than the work.
let from: number[] = [];
let to: number[] = [];

/** What of a ring that does not cross itself lies within a convex one. */
export function areaWithin(subject: Float64Array, clip: Float64Array): number {
  const sign = isAgainstClock(clip) ? 1 : -1;
  for (let i = 0; i < subject.length; i++) from[i] = subject[i]!;
  let length = subject.length;
  let [ax, ay] = [clip[clip.length - 2]!, clip[clip.length - 1]!];
  for (let i = 0; i < clip.length && length > 0; i += 2) {
    const [bx, by] = [clip[i]!, clip[i + 1]!];
    if (ax !== bx || ay !== by) {
      length = keepLeft(length, ax, ay, sign * (bx - ax), sign * (by - ay));
      [from, to] = [to, from];
    }
    ax = bx;
    ay = by;
  }
  return length < 6 ? 0 : Math.abs(twiceArea(from, length)) / 2;
}

const isAgainstClock = (ring: Float64Array): boolean => twiceArea(ring, ring.length) > 0;

function twiceArea(ring: ArrayLike<number>, length: number): number {
  let twice = 0;
  let [ax, ay] = [ring[length - 2]!, ring[length - 1]!];
  for (let i = 0; i < length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    twice += ax * by - bx * ay;
    ax = bx;
    ay = by;
  }
  return twice;
}

/** Of the ring in `from`, what lies left of a line, into `to`; how long that is. */
function keepLeft(length: number, px: number, py: number, dx: number, dy: number): number {
  let kept = 0;
  let ax = from[length - 2]!;
  let ay = from[length - 1]!;
  let before = dx * (ay - py) - dy * (ax - px);
  for (let i = 0; i < length; i += 2) {
    const bx = from[i]!;
    const by = from[i + 1]!;
    const side = dx * (by - py) - dy * (bx - px);
    if (before >= 0 !== side >= 0) {
      const t = before / (before - side);
      to[kept++] = ax + t * (bx - ax);
      to[kept++] = ay + t * (by - ay);
    }
    if (side >= 0) {
      to[kept++] = bx;
      to[kept++] = by;
    }
    ax = bx;
    ay = by;
    before = side;
  }
  return kept;
}
