import type { Geometry } from '../../geometry/geojson.ts';
import type { Crs } from '../georeference.ts';
import { degrees } from '../known-systems.ts';
import type { Projections } from '../ports.ts';
import { areaOnPixels } from './area-on-pixels.ts';
import type { CutJob } from './cut-job.ts';

/** A pixel of one unit at the origin: rings then are in the system's own coordinates. */
const oneToOne = [1, 0, 0, 0, 1, 0] as const;

/** The box around an area in a coordinate system; null where the area has no inside. */
export function coverOf(area: Geometry, crs: Crs, projections: Projections): CutJob['cover'] {
  const corners = areaOnPixels(area, projections.between(degrees, crs), oneToOne).flat(2);
  if (corners.length === 0) return null;
  let box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of corners) {
    box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  }
  return { crs, box };
}
