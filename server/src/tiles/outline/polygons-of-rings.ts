import type { Layer } from '../layer.ts';
import { signedArea } from '../overlay/layer-area.ts';

/** A shell with its holes. */
export type RingGroup = { readonly shell: Float64Array; readonly holes: Float64Array[] };

/** Gives each hole to the shell around it; shells go against the clock, holes with it. */
export function groupRings(rings: Layer): readonly RingGroup[] {
  const measured = rings.map((ring) => ({ ring, area: signedArea(ring) }));
  const groups = measured
    .filter(({ area }) => area > 0)
    .sort((a, b) => a.area - b.area)
    .map(({ ring }) => ({ shell: ring, holes: [] as Float64Array[] }));
  for (const { ring, area } of measured) {
    if (area >= 0) continue;
    // The smallest first: a shell within a hole is smaller than the shell around both.
    const [x, y] = placeWithin(ring);
    const owner = groups.find(({ shell }) => isInside(shell, x, y));
    owner?.holes.push(ring);
  }
  return groups;
}

/** Between the two leftmost edges, a little above the lowest place: on borders, shells and holes may meet. */
function placeWithin(ring: Float64Array): readonly [number, number] {
  let [lowest, next] = [Infinity, Infinity];
  for (let i = 1; i < ring.length; i += 2) lowest = Math.min(lowest, ring[i]!);
  for (let i = 1; i < ring.length; i += 2) if (ring[i]! > lowest) next = Math.min(next, ring[i]!);
  const y = (lowest + next) / 2;
  const [left, right] = crossingsAt(ring, y).sort((a, b) => a - b);
  return [((left ?? 0) + (right ?? 0)) / 2, y];
}

const isInside = (ring: Float64Array, x: number, y: number): boolean =>
  crossingsAt(ring, y).filter((crossing) => crossing > x).length % 2 === 1;

function crossingsAt(ring: Float64Array, y: number): number[] {
  const crossings: number[] = [];
  let [ax, ay] = [ring[ring.length - 2]!, ring[ring.length - 1]!];
  for (let i = 0; i < ring.length; i += 2) {
    const [bx, by] = [ring[i]!, ring[i + 1]!];
    if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    [ax, ay] = [bx, by];
  }
  return crossings;
}
