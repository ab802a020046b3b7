import { withinOneTurn } from '../geometry/antimeridian.ts';
import { bboxGeometry } from '../geometry/box.ts';
import type { Geometry } from '../geometry/geojson.ts';
import { GeoJsonError, readGeoJson } from '../geometry/read-geojson.ts';
import { geometryProblem } from '../geometry/validity.ts';
import { type Bbox, offEarth, readBbox } from './bbox.ts';
import { defaultBounds } from './filter-bounds.ts';
import { enclosingBbox } from '../geometry/enclosing-bbox.ts';
import { refuseArea } from './refuse.ts';

/** Where a search looks: items whose footprint shares a point with the geometry. */
export type Area = {
  /** Within one turn: cut at the antimeridian where it crosses. */
  readonly geometry: Geometry;
  readonly bbox: Bbox;
  /** The geometry is the bbox itself: nothing more is to be tested of an item whose box lies inside it. */
  readonly isBox: boolean;
};

export function areaOfBbox(value: unknown): Area {
  const geometry = withinOneTurn(bboxGeometry(readBbox(value))!);
  return { geometry, bbox: enclosingBbox(geometry)!, isBox: true };
}

export function areaOfGeometry(value: unknown): Area {
  const geometry = cut(readValid(value));
  return {
    geometry,
    bbox: enclosingBbox(geometry) ?? refuseArea('intersects', 'must have at least one position'),
    isBox: false,
  };
}

function readValid(value: unknown): Geometry {
  const geometry = read(value);
  const reason = offEarth(geometry);
  if (reason !== null) refuseArea('intersects', reason);
  const problem = geometryProblem(geometry);
  if (problem === null) return geometry;
  return refuseArea('intersects', `${problem.reason}${problem.at === null ? '' : ` at ${problem.at.join(' ')}`}`);
}

function read(value: unknown): Geometry {
  try {
    return readGeoJson(value, defaultBounds);
  } catch (error) {
    if (!(error instanceof GeoJsonError)) throw error;
    return refuseArea('intersects', `${error.message}${error.path === '' ? '' : ` at ${error.path}`}`);
  }
}

function cut(geometry: Geometry): Geometry {
  try {
    return withinOneTurn(geometry);
  } catch {
    return refuseArea('intersects', 'cannot be cut at the antimeridian');
  }
}
