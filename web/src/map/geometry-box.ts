/** West, south, east, north; never wrapped, so that west is below east. */
export type Box = readonly [west: number, south: number, east: number, north: number];
type Mutable = [number, number, number, number];

/** Around all positions of a GeoJSON geometry; null where there are none. */
export function boxOfGeometry(geometry: object | null): Box | null {
  const box: Mutable = [Infinity, Infinity, -Infinity, -Infinity];
  widen(box, geometry);
  return box[0] <= box[2] ? box : null;
}

function widen(box: Mutable, part: unknown): void {
  if (!Array.isArray(part)) {
    const { coordinates, geometries } = (part ?? {}) as {
      readonly coordinates?: unknown;
      readonly geometries?: unknown;
    };
    const inner = coordinates ?? geometries;
    if (Array.isArray(inner)) widen(box, inner);
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
  turns.some((turn) => one[0] <= other[2] + turn && other[0] + turn <= one[2]) &&
  one[1] <= other[3] &&
  other[1] <= one[3];

/** One of them may be written beyond the antimeridian, and the other one not. */
const turns = [0, 360, -360] as const;
