import { type Box, boxesIntersect } from './box.ts';
import { orientation } from './orientation.ts';
import type { Path, Shape } from './shape.ts';

/** Whether the shapes share a point, their borders included. */
export function shapesIntersect(a: Shape, b: Shape): boolean {
  if (!boxesIntersect(a.box, b.box)) return false;
  return pointsMeet(a, b) || pointsMeet(b, a) || isPartInside(a, b) || isPartInside(b, a) || edgesMeet(a, b);
}

/** One corner is enough where no edges meet: a path is then wholly inside or wholly outside. It costs less than edges. */
function isPartInside(a: Shape, b: Shape): boolean {
  if (b.polygons.length === 0) return false;
  return (
    a.lines.some((line) => isInPolygons(line[0]!, line[1]!, b)) ||
    a.polygons.some(([shell]) => shell !== undefined && isInPolygons(shell[0]!, shell[1]!, b))
  );
}

function pointsMeet(a: Shape, b: Shape): boolean {
  for (let i = 0; i < a.points.length; i += 2) {
    const x = a.points[i]!;
    const y = a.points[i + 1]!;
    if (isOnPoint(x, y, b.points) || b.lines.some((line) => isOnPath(x, y, line)) || isInPolygons(x, y, b)) return true;
  }
  return false;
}

function isOnPoint(x: number, y: number, points: Path): boolean {
  for (let i = 0; i < points.length; i += 2) if (points[i] === x && points[i + 1] === y) return true;
  return false;
}

function isOnPath(x: number, y: number, path: Path): boolean {
  for (let i = 0; i + 3 < path.length; i += 2)
    if (isOnSegment(x, y, path[i]!, path[i + 1]!, path[i + 2]!, path[i + 3]!)) return true;
  return false;
}

function isOnSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  if (x < Math.min(ax, bx) || x > Math.max(ax, bx) || y < Math.min(ay, by) || y > Math.max(ay, by)) return false;
  return orientation(ax, ay, bx, by, x, y) === 0;
}

function isInPolygons(x: number, y: number, { box, polygons }: Shape): boolean {
  if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return false;
  return polygons.some((rings) => isInPolygon(x, y, rings));
}

/** Even-odd over all rings at once, so that holes need no case of their own; the border counts as inside. */
function isInPolygon(x: number, y: number, rings: readonly Path[]): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const ax = ring[i]!;
      const ay = ring[i + 1]!;
      const bx = ring[i + 2]!;
      const by = ring[i + 3]!;
      if (isOnSegment(x, y, ax, ay, bx, by)) return true;
      if (ay > y === by > y) continue;
      const side = orientation(ax, ay, bx, by, x, y);
      if (by > ay ? side > 0 : side < 0) isInside = !isInside;
    }
  }
  return isInside;
}

function edgesMeet(a: Shape, b: Shape): boolean {
  const common: Box = [
    Math.max(a.box[0], b.box[0]),
    Math.max(a.box[1], b.box[1]),
    Math.min(a.box[2], b.box[2]),
    Math.min(a.box[3], b.box[3]),
  ];
  const few = edgesIn(a, common);
  if (few.length === 0) return false;
  const others = edgesIn(b, common);
  for (let i = 0; i < few.length; i += 4)
    for (let j = 0; j < others.length; j += 4) if (segmentsMeet(few, i, others, j)) return true;
  return false;
}

/** The edges whose box meets the common box: only they can meet an edge of the other shape. */
function edgesIn({ lines, polygons }: Shape, common: Box): number[] {
  const edges: number[] = [];
  for (const line of lines) addEdges(line, common, edges);
  for (const rings of polygons) for (const ring of rings) addEdges(ring, common, edges);
  return edges;
}

function addEdges(path: Path, [west, south, east, north]: Box, edges: number[]): void {
  for (let i = 0; i + 3 < path.length; i += 2) {
    const ax = path[i]!;
    const ay = path[i + 1]!;
    const bx = path[i + 2]!;
    const by = path[i + 3]!;
    if ((ax < west && bx < west) || (ax > east && bx > east)) continue;
    if ((ay < south && by < south) || (ay > north && by > north)) continue;
    edges.push(ax, ay, bx, by);
  }
}

/** Two edges, each as ax, ay, bx, by from its place on, their ends included. */
export function segmentsMeet(a: readonly number[], i: number, b: readonly number[], j: number): boolean {
  const ax = a[i]!;
  const ay = a[i + 1]!;
  const bx = a[i + 2]!;
  const by = a[i + 3]!;
  const cx = b[j]!;
  const cy = b[j + 1]!;
  const dx = b[j + 2]!;
  const dy = b[j + 3]!;
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const p = orientation(cx, cy, dx, dy, ax, ay);
  const q = orientation(cx, cy, dx, dy, bx, by);
  return !((p > 0 && q > 0) || (p < 0 && q < 0));
}
