/** In square metres: twice the area by which a corner may turn the wrong way and still count as straight. */
const straight = 1e-6;

/** Turns one way at all corners, and only once around. */
export function isConvexRing(ring: Float64Array): boolean {
  const { length } = ring;
  if (length < 6) return false;
  let bx = ring[length - 2]!;
  let by = ring[length - 1]!;
  let dx = bx - ring[length - 4]!;
  let dy = by - ring[length - 3]!;
  let turn = 0;
  let changes = 0;
  let heading = 0;
  let firstHeading = 0;
  for (let i = 0; i < length; i += 2) {
    const ex = ring[i]! - bx;
    const ey = ring[i + 1]! - by;
    const cross = dx * ey - dy * ex;
    if (cross > straight || cross < -straight) {
      if (turn !== 0 && cross > 0 !== turn > 0) return false;
      turn = cross;
    } else if (dx * ex + dy * ey < 0) return false;
    if (ex !== 0) {
      const towards = ex > 0 ? 1 : -1;
      if (heading === 0) firstHeading = towards;
      else if (towards !== heading) changes++;
      heading = towards;
    }
    bx += ex;
    by += ey;
    dx = ex;
    dy = ey;
  }
  if (heading !== firstHeading) changes++;
  return changes <= 2;
}

/** Whether edges meet at their common ends alone. */
export function isSimpleRing(ring: Float64Array): boolean {
  const { length } = ring;
  for (let i = 0; i < length; i += 2) {
    const next = i + 2 === length ? 0 : i + 2;
    if (ring[i] === ring[next] && ring[i + 1] === ring[next + 1]) return false;
    // The edge after the next one is the first that shares no end, and the last edge shares the first one's start.
    for (let j = i + 4; j < (i === 0 ? length - 2 : length); j += 2)
      if (mayMeet(ring, i, next, j, j + 2 === length ? 0 : j + 2)) return false;
    if (isFolded(ring, i, next, next + 2 === length ? 0 : next + 2)) return false;
  }
  return true;
}

/** Whether an edge lies back upon the one before. */
function isFolded(ring: Float64Array, a: number, b: number, c: number): boolean {
  const dx = ring[b]! - ring[a]!;
  const dy = ring[b + 1]! - ring[a + 1]!;
  const ex = ring[c]! - ring[b]!;
  const ey = ring[c + 1]! - ring[b + 1]!;
  return Math.abs(dx * ey - dy * ex) <= straight && dx * ex + dy * ey < 0;
}

function mayMeet(ring: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const ax = ring[a]!;
  const ay = ring[a + 1]!;
  const bx = ring[b]!;
  const by = ring[b + 1]!;
  const cx = ring[c]!;
  const cy = ring[c + 1]!;
  const dx = ring[d]!;
  const dy = ring[d + 1]!;
  if ((cx > ax && cx > bx && dx > ax && dx > bx) || (cx < ax && cx < bx && dx < ax && dx < bx)) return false;
  if ((cy > ay && cy > by && dy > ay && dy > by) || (cy < ay && cy < by && dy < ay && dy < by)) return false;
  return !isAside(ax, ay, bx, by, cx, cy, dx, dy) && !isAside(cx, cy, dx, dy, ax, ay, bx, by);
}

/** Whether both ends of the second edge lie on one side of the first one's line, and clearly so. */
function isAside(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const first = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const second = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  return (first > straight && second > straight) || (first < -straight && second < -straight);
}
