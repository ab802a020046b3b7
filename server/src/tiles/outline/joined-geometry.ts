import { type Geometry, polygonsOf } from '../../geometry/geojson.ts';
import { fromTopology, toTopology, unionOf } from '../../geometry/topology.ts';
import { madeValid } from './made-valid.ts';
import { polygonal, tidy } from './tidy-rings.ts';

/** Geometries of several zones as one: where zones meet, cells overlap. Null where there are none. */
export function joinedGeometry(parts: readonly Geometry[]): Geometry | null {
  if (parts.length < 2) return parts[0] ?? null;
  const all = polygonal(parts.flatMap(polygonsOf));
  try {
    const topologies = parts.map((part) => toTopology(polygonal(polygonsOf(part))));
    return madeValid(tidy(fromTopology(topologies.reduce(unionOf))));
  } catch {
    return all;
  }
}
