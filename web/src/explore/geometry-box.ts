import type { Geometry } from '@swath/client';
import type { Box } from '../aoi/area.ts';

/** West, south, east and north of all positions; null where there are none. */
export function boxOfGeometry(geometry: Geometry | null): Box | null {
  if (geometry === null) return null;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  widen(box, geometry['coordinates'] ?? geometry['geometries']);
  return box[0] <= box[2] ? box : null;
}

function widen(box: [number, number, number, number], part: unknown): void {
  if (!Array.isArray(part)) {
    if (typeof part === 'object' && part !== null && 'coordinates' in part) widen(box, part.coordinates);
    return;
  }
  const [x, y] = part as readonly unknown[];
  if (typeof x !== 'number' || typeof y !== 'number') {
    for (const inner of part) widen(box, inner);
    return;
  }
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

/** Around all of them; null where there are none. */
export function boxAround(boxes: readonly (Box | null)[]): Box | null {
  let around: Box | null = null;
  for (const box of boxes) {
    if (box === null) continue;
    around =
      around === null
        ? box
        : [
            Math.min(around[0], box[0]),
            Math.min(around[1], box[1]),
            Math.max(around[2], box[2]),
            Math.max(around[3], box[3]),
          ];
  }
  return around;
}

export const overlap = (one: Box | null, other: Box | null): boolean =>
  one !== null &&
  other !== null &&
  one[0] <= other[2] &&
  other[0] <= one[2] &&
  one[1] <= other[3] &&
  other[1] <= one[3];
