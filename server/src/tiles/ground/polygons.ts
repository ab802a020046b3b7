import type { Box } from '../../geometry/box.ts';
import { type Geometry, type Position, polygonsOf } from '../../geometry/geojson.ts';
import type { Ring } from './clip-ring.ts';

/** A polygon in degrees: rings without the repeated place. */
export type DegreePolygon = { readonly rings: readonly Ring[]; readonly box: Box };

/** What of a geometry has area; points and lines have none. */
export const degreePolygons = (geometry: Geometry): readonly DegreePolygon[] =>
  polygonsOf(geometry)
    .map((polygon) => polygon.map(flatRing).filter(({ length }) => length >= 6))
    .filter(({ length }) => length > 0)
    .map((rings) => ({ rings, box: boxOfRings(rings) }));

function flatRing(ring: readonly Position[]): Ring {
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
  const count = isClosed ? ring.length - 1 : ring.length;
  const flat: number[] = [];
  for (let i = 0; i < count; i++) flat.push(ring[i]![0]!, ring[i]![1]!);
  return flat;
}

export function boxOfRings(rings: readonly Ring[]): Box {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  return [west, south, east, north];
}
