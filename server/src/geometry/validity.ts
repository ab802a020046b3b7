import { boxOf } from './box.ts';
import { type Geometry, type Position, simpleParts } from './geojson.ts';
import { ringProblem } from './read-geojson.ts';
import { topologyProblem } from './topology.ts';

export type GeometryProblem = { readonly reason: string; readonly at: Position | null };

/** Why the geometry cannot be used for relations, in words for its author; null when it is valid. */
export function geometryProblem(geometry: Geometry): GeometryProblem | null {
  for (const part of simpleParts(geometry)) {
    // The topology library cannot read an empty polygon; nothing is wrong with nothing.
    if (boxOf(part) === null) continue;
    const rings =
      part.type === 'Polygon' ? part.coordinates : part.type === 'MultiPolygon' ? part.coordinates.flat() : [];
    const open = rings.map((ring) => ({ reason: ringProblem(ring), at: ring[0] ?? null })).find(({ reason }) => reason);
    if (open?.reason) return { reason: open.reason, at: open.at };
    const problem = topologyProblem(part);
    if (problem !== null) return { reason: `the geometry is not valid: ${problem.reason}`, at: problem.at };
  }
  return null;
}
