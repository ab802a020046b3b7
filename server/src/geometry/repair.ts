import type { Geometry, Polygon, Position } from './geojson.ts';
import { simpleParts } from './geojson.ts';
import { type TopologyGeometry, jsts } from './jsts.ts';
import { fromTopology, readTopology } from './topology.ts';

/** The rings of a polygon, open or closed, whatever they do to each other. */
export type LooseRings = readonly (readonly Position[])[];

const unionOfAll = (geometry: TopologyGeometry): TopologyGeometry =>
  jsts().operation.union.UnaryUnionOp.union(geometry);

/** What an odd number of each polygon's rings enclose, all polygons joined; null where that has no area. Throws where it fails. */
export function repairedPolygons(polygons: readonly LooseRings[]): Geometry | null {
  const pieces = polygons.flatMap((rings) => enclosedPieces(rings.map(closed).filter(({ length }) => length > 3)));
  return pieces.length === 0 ? null : joinedPieces(pieces);
}

/** Valid polygons as one geometry in which none overlaps another. */
export const joinedPolygons = (polygons: readonly Polygon[]): Geometry => joinedPieces(polygons.map(readTopology));

function joinedPieces(pieces: readonly TopologyGeometry[]): Geometry {
  const all = readTopology({ type: 'GeometryCollection', geometries: pieces.flatMap(written) });
  return fromTopology(unionOfAll(all));
}

const written = (piece: TopologyGeometry): readonly Geometry[] => simpleParts(fromTopology(piece));

function enclosedPieces(rings: LooseRings): readonly TopologyGeometry[] {
  if (rings.length === 0) return [];
  const polygonizer = new (jsts().operation.polygonize.Polygonizer)();
  // A union of lines parts them wherever they cross.
  polygonizer.add(unionOfAll(readTopology({ type: 'MultiLineString', coordinates: rings })));
  return polygonizer
    .getPolygons()
    .toArray()
    .filter((piece) => isEnclosed(piece, rings));
}

function isEnclosed(piece: TopologyGeometry, rings: LooseRings): boolean {
  const { x, y } = jsts().algorithm.InteriorPointArea.getInteriorPoint(piece);
  let crossings = 0;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) if (isCrossed(ring[i - 1]!, ring[i]!, x, y)) crossings++;
  return crossings % 2 === 1;
}

/** Whether a ray to the east from the place crosses the edge. */
const isCrossed = ([ax, ay]: Position, [bx, by]: Position, x: number, y: number): boolean =>
  ay! > y !== by! > y && x < ((bx! - ax!) * (y - ay!)) / (by! - ay!) + ax!;

function closed(ring: readonly Position[]): readonly Position[] {
  const flat = ring.map(([x, y]) => [x!, y!]);
  const [first, last] = [flat[0], flat.at(-1)];
  if (first === undefined || last === undefined) return flat;
  return first[0] === last[0] && first[1] === last[1] ? flat : [...flat, first];
}
