import { withinOneTurn } from '../../geometry/antimeridian.ts';
import { bboxGeometry } from '../../geometry/box.ts';
import { type Geometry, eachPosition } from '../../geometry/geojson.ts';
import type { Prepared } from '../../geometry/relations.ts';
import { bufferOf, centroidOf, fromTopology, intersectionOf } from '../../geometry/topology.ts';
import { enclosingBbox } from '../../geometry/enclosing-bbox.ts';
import type { Scalar } from './scalars.ts';

/** A geometry made of one or two others; null where there is none. May throw for geometries that are not valid. */
export type GeometryMaker = {
  readonly geometries: 1 | 2;
  readonly make: (of: readonly Prepared[], more: readonly Scalar[]) => Geometry | null;
};

const ofOne = (make: (of: Prepared, more: readonly Scalar[]) => Geometry | null): GeometryMaker => ({
  geometries: 1,
  make: ([of], more) => (of === undefined ? null : make(of, more)),
});

/** The smallest box around it, as stores keep it of every footprint: it crosses the antimeridian where that is smaller. */
const envelope = ofOne(({ geometry }, more) => {
  const bbox = more.length === 0 ? enclosingBbox(withinOneTurn(geometry)) : null;
  return bbox && bboxGeometry(bbox);
});

const centroid = ofOne(({ parts }, more) => {
  const [part, ...others] = parts();
  const centre = part === undefined || others.length > 0 || more.length > 0 ? null : centroidOf(part);
  return centre && { type: 'Point', coordinates: centre };
});

/** To make a geometry of more takes too long to be done for each item. */
const mostPositions = 2_000;

function isSmall({ geometry }: Prepared): boolean {
  let count = 0;
  eachPosition(geometry, () => count++);
  return count <= mostPositions;
}

/** All that is no farther than so many degrees; by a negative number, what lies so far within. */
const buffer = ofOne((of, [degrees, ...more]) => {
  const [part, ...others] = of.parts();
  if (part === undefined || others.length > 0 || more.length > 0 || !isSmall(of)) return null;
  if (typeof degrees !== 'number' || Math.abs(degrees) > 90) return null;
  const made = bufferOf(part, degrees);
  return made.isEmpty() ? null : fromTopology(made);
});

const intersection: GeometryMaker = {
  geometries: 2,
  make([a, b], more) {
    const parts = [...(a?.parts() ?? []), ...(b?.parts() ?? [])];
    if (parts.length !== 2 || more.length > 0 || !isSmall(a!) || !isSmall(b!)) return null;
    const made = intersectionOf(parts[0]!, parts[1]!);
    return made.isEmpty() ? null : fromTopology(made);
  },
};

/** The functions that make a geometry, by their name in lower case: the first arguments are some, all others constants. */
export const geometryMakers: ReadonlyMap<string, GeometryMaker> = new Map([
  ['envelope', envelope],
  ['centroid', centroid],
  ['buffer', buffer],
  ['intersection', intersection],
]);
