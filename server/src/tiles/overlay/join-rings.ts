import type { Layer } from '../layer.ts';

/** A directed piece of the outline, what is filled at its left; pieces of one edge have its number, level ones -1. */
export type Stroke = {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  readonly edge: number;
};

type Place = { readonly leaving: Stroke[]; isShared: boolean };
type Step = { readonly x: number; readonly y: number; readonly edge: number; readonly isShared: boolean };

/** Closed rings of strokes: each ring goes around one connected filled place, or a hole of it, and meets no place twice. */
export function joinRings(strokes: readonly Stroke[]): Layer {
  const places = new Map<string, Place>();
  for (const stroke of strokes) addStroke(places, stroke);
  const rings: Float64Array[] = [];
  for (const { leaving } of places.values())
    while (leaving.length > 0) for (const loop of loopsOf(walk(places, leaving.pop()!))) addRing(rings, loop);
  return rings;
}

const keyOf = (x: number, y: number): string => `${x} ${y}`;

function addStroke(places: Map<string, Place>, stroke: Stroke): void {
  const key = keyOf(stroke.ax, stroke.ay);
  const place = places.get(key);
  if (place === undefined) places.set(key, { leaving: [stroke], isShared: false });
  else {
    place.leaving.push(stroke);
    place.isShared = true;
  }
}

/** Follows strokes until one leads back; what is filled stays at the left. */
function walk(places: Map<string, Place>, first: Stroke): readonly Step[] {
  const steps: Step[] = [];
  let stroke = first;
  for (;;) {
    const { isShared } = places.get(keyOf(stroke.ax, stroke.ay))!;
    steps.push({ x: stroke.ax, y: stroke.ay, edge: stroke.edge, isShared });
    const next = places.get(keyOf(stroke.bx, stroke.by))?.leaving ?? [];
    const place = next.length < 2 ? 0 : sharpestLeft(stroke, next);
    const [found] = next.splice(place, 1);
    if (found === undefined) return steps;
    stroke = found;
  }
}

/** Where several leave, the one that bounds the same filled corner. */
function sharpestLeft({ ax, ay, bx, by }: Stroke, leaving: readonly Stroke[]): number {
  const back = Math.atan2(ay - by, ax - bx);
  let [best, least] = [0, Infinity];
  leaving.forEach((stroke, index) => {
    const angle = back - Math.atan2(stroke.by - by, stroke.bx - bx);
    const turned = angle > 0 ? angle : angle + 2 * Math.PI;
    if (turned < least) [best, least] = [index, turned];
  });
  return best;
}

/** Cuts a walk where it comes to a place again. */
function loopsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const loops: (readonly Step[])[] = [];
  const open: Step[] = [];
  const seen = new Map<string, number>();
  for (const step of steps) {
    const since = seen.get(keyOf(step.x, step.y));
    if (since !== undefined) {
      const loop = open.splice(since);
      for (const { x, y } of loop) seen.delete(keyOf(x, y));
      loops.push(loop);
    }
    seen.set(keyOf(step.x, step.y), open.length);
    open.push(step);
  }
  loops.push(open);
  return loops;
}

/** Leaves out the places within an edge, but for those where rings meet. */
function addRing(rings: Float64Array[], loop: readonly Step[]): void {
  const corners: number[] = [];
  let before = loop.at(-1)?.edge;
  for (const { x, y, edge, isShared } of loop) {
    if (edge !== before || edge === -1 || isShared) corners.push(x, y);
    before = edge;
  }
  if (corners.length >= 6) rings.push(Float64Array.from(corners));
}
