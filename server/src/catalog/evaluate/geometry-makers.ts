import { withinOneTurn } from '../../geometry/antimeridian.ts';
import { bboxGeometry } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import type { Prepared } from '../../geometry/relations.ts';
import { centroidOf } from '../../geometry/topology.ts';
import { enclosingBbox } from '../footprint.ts';
import type { Scalar } from './scalars.ts';

/** A geometry made of another; null where there is none. May throw for geometries that are not valid. */
export type GeometryMaker = (of: Prepared, more: readonly Scalar[]) => Geometry | null;

/** The smallest box around it, as stores keep it of every footprint: it crosses the antimeridian where that is smaller. */
const envelope: GeometryMaker = ({ geometry }, more) => {
  const bbox = more.length === 0 ? enclosingBbox(withinOneTurn(geometry)) : null;
  return bbox && bboxGeometry(bbox);
};

const centroid: GeometryMaker = ({ parts }, more) => {
  const [part, ...others] = parts();
  const centre = part === undefined || others.length > 0 || more.length > 0 ? null : centroidOf(part);
  return centre && { type: 'Point', coordinates: centre };
};

/** The functions that make a geometry, by their name in lower case: the first argument is one, all others are constants. */
export const geometryMakers: ReadonlyMap<string, GeometryMaker> = new Map([
  ['envelope', envelope],
  ['centroid', centroid],
]);
