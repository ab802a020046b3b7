import type { Layer } from '../layer.ts';
import { areaByLayers } from './area-by-layers.ts';
import { isConvexRing, isSimpleRing } from './ring-form.ts';

export const cellSide = 5000;
export const cellAreaM2 = cellSide * cellSide;

/** The layer that fills its cell: layers that do are this one. */
export const wholeCell: Layer = [Float64Array.of(0, 0, cellSide, 0, cellSide, cellSide, 0, cellSide)];
export const nothing: Layer = [];

/** Of rings that cross themselves, layers of several rings, and those too long to look for crossings. */
const known = new WeakMap<Layer, number>();
const mostForCrossings = 48;

/** The filled area of a layer. */
export function areaOf(layer: Layer): number {
  if (layer === wholeCell) return cellAreaM2;
  if (layer.length === 0) return 0;
  return isPlain(layer) ? Math.abs(signedArea(layer[0]!)) : filledArea(layer);
}

/** One ring that neither crosses nor touches itself. */
export function isPlain(layer: Layer): boolean {
  if (layer.length !== 1) return false;
  const ring = layer[0]!;
  return isConvexRing(ring) || (ring.length <= mostForCrossings && isSimpleRing(ring));
}

export const isConvex = (layer: Layer): boolean => layer.length === 1 && isConvexRing(layer[0]!);

function filledArea(layer: Layer): number {
  const found = known.get(layer);
  if (found !== undefined) return found;
  const areaM2 = areaByLayers([layer]).reduce((sum, set) => (set.shown.length > 0 ? sum + set.areaM2 : sum), 0);
  known.set(layer, areaM2);
  return areaM2;
}

/** Positive against the clock. */
export function signedArea(ring: ArrayLike<number>, originX = 0, originY = 0): number {
  let twice = 0;
  let ax = ring[ring.length - 2]! - originX;
  let ay = ring[ring.length - 1]! - originY;
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]! - originX;
    const by = ring[i + 1]! - originY;
    twice += ax * by - bx * ay;
    ax = bx;
    ay = by;
  }
  return twice / 2;
}
