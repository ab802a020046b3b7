import { type Box, areApart, boxOf } from './box.ts';
import { type Geometry, type Position, type SimpleGeometry, simpleParts } from './geojson.ts';
import { ringProblem } from './read-geojson.ts';
import { isSurelySimple } from './simple-ring.ts';
import { topologyProblem } from './topology.ts';

export type GeometryProblem = { readonly reason: string; readonly at: Position | null };

/** Why the geometry cannot be used for relations, in words for its author; null when it is valid. */
export function geometryProblem(geometry: Geometry): GeometryProblem | null {
  for (const part of simpleParts(geometry).flatMap(separately)) {
    // The topology library cannot read an empty polygon; nothing is wrong with nothing.
    if (boxOf(part) === null) continue;
    const rings =
      part.type === 'Polygon' ? part.coordinates : part.type === 'MultiPolygon' ? part.coordinates.flat() : [];
    const open = rings.map((ring) => ({ reason: ringProblem(ring), at: ring[0] ?? null })).find(({ reason }) => reason);
    if (open?.reason) return { reason: open.reason, at: open.at };
    // What somebody draws is one ring and right: told in a fraction of the library's time.
    if (part.type === 'Polygon' && rings.length === 1 && isSurelySimple(rings[0]!)) continue;
    const problem = topologyProblem(part);
    if (problem !== null) return { reason: `the geometry is not valid: ${problem.reason}`, at: problem.at };
  }
  return null;
}

/** Polygons that lie apart do nothing to each other, and the library takes the square of their number to find that out. */
function separately(part: SimpleGeometry): readonly SimpleGeometry[] {
  if (part.type !== 'MultiPolygon') return [part];
  const polygons = part.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }) as const);
  const boxes = polygons.map(boxOf).filter((box): box is Box => box !== null);
  return areApart(boxes) ? polygons : [part];
}
