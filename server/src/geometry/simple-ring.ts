import type { Position } from './geojson.ts';
import { segmentsMeet } from './intersects.ts';
import { orientation } from './orientation.ts';

/** Beyond this the topology library is as quick. */
const mostEdges = 1_000;

/** Whether a closed ring surely neither touches nor crosses itself; false leaves it open. */
export function isSurelySimple(ring: readonly Position[]): boolean {
  const count = ring.length - 1;
  if (count < 3 || count > mostEdges) return false;
  const edges = edgesOf(ring, count);
  if (hasFlatCorner(edges)) return false;
  const west = new Float64Array(count);
  for (let i = 0; i < count; i++) west[i] = Math.min(edges[4 * i]!, edges[4 * i + 2]!);
  const fromWest = Uint16Array.from(west, (_, i) => i).sort((a, b) => west[a]! - west[b]!);
  for (let i = 0; i < count; i++) {
    const one = fromWest[i]!;
    const east = Math.max(edges[4 * one]!, edges[4 * one + 2]!);
    for (let k = i + 1; k < count; k++) {
      const other = fromWest[k]!;
      if (west[other]! > east) break;
      const apart = Math.abs(one - other);
      // Neighbours share their corner, and nothing else where it is no flat one.
      if (apart !== 1 && apart !== count - 1 && segmentsMeet(edges, 4 * one, edges, 4 * other)) return false;
    }
  }
  return true;
}

function edgesOf(ring: readonly Position[], count: number): readonly number[] {
  const edges: number[] = [];
  for (let i = 0; i < count; i++) edges.push(ring[i]![0]!, ring[i]![1]!, ring[i + 1]![0]!, ring[i + 1]![1]!);
  return edges;
}

/** A corner whose edges lie on a line, where they might go back on themselves. */
function hasFlatCorner(edges: readonly number[]): boolean {
  for (let i = 0; i < edges.length; i += 4) {
    const next = (i + 4) % edges.length;
    const flat = orientation(
      edges[i]!,
      edges[i + 1]!,
      edges[i + 2]!,
      edges[i + 3]!,
      edges[next + 2]!,
      edges[next + 3]!,
    );
    if (flat === 0) return true;
  }
  return false;
}
