import type { Geometry } from '../../geometry/geojson.ts';
import { simpleParts } from '../../geometry/geojson.ts';
import { WktError, readWktAt } from '../../geometry/read-wkt.ts';
import { fromTopology, intersectionOf, toTopology } from '../../geometry/topology.ts';
import { PlatformError } from '../../shared/errors.ts';
import { areaOfBbox, areaOfGeometry } from '../area.ts';
import { defaultBounds } from '../filter-bounds.ts';
import { isObject, refuseArea } from '../refuse.ts';
import { requireLonLat } from '../require-lon-lat.ts';

/** An area of interest as a request gives it: GeoJSON or well-known text, a bbox, or both. */
export type AoiMembers = { readonly intersects?: unknown; readonly bbox?: unknown };

/** Where both are given it is what they have in common, which may be nothing; a member that is null was not given. */
export function readAoi({ intersects, bbox }: AoiMembers): Geometry {
  const shape = intersects === undefined || intersects === null ? null : readIntersects(intersects);
  const box = bbox === undefined || bbox === null ? null : areaOfBbox(bbox).geometry;
  if (shape !== null && box !== null) return common(shape, box);
  return shape ?? box ?? missing();
}

function missing(): never {
  throw new PlatformError('aoi_missing');
}

/** A geometry, a Feature or a FeatureCollection, or the text of one; or well-known text. */
function readIntersects(value: unknown): Geometry {
  if (typeof value !== 'string') return areaOfGeometry(geometryOf(value)).geometry;
  return value.trimStart().startsWith('{') ? readIntersects(parsed(value)) : readText(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseArea('intersects', 'must be JSON or well-known text');
  }
}

/** What a geometry, a Feature or a FeatureCollection is of; not looked into yet. */
export function geometryOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  requireLonLat(value, refuseCrs);
  if (value['type'] === 'Feature') return value['geometry'];
  if (value['type'] !== 'FeatureCollection') return value;
  const features = value['features'];
  if (!Array.isArray(features)) return refuseArea('intersects', 'must have an array of features');
  return { type: 'GeometryCollection', geometries: features.map(featureGeometry) };
}

const refuseCrs = (member: string, rule: string): never =>
  refuseArea('intersects', `has a member '${member}' that ${rule}`);

function featureGeometry(feature: unknown, index: number): unknown {
  if (isObject(feature) && feature['type'] === 'Feature') {
    requireLonLat(feature, (_, rule) =>
      refuseArea('intersects', `has a member 'crs' at /features/${index} that ${rule}`),
    );
    return feature['geometry'];
  }
  return refuseArea('intersects', `must hold features alone at /features/${index}`);
}

function readText(text: string): Geometry {
  try {
    const { geometry, end } = readWktAt(text, 0, defaultBounds.maxVertices);
    if (text.slice(end).trim() !== '') throw new WktError('unexpected text after the geometry', end);
    return areaOfGeometry(geometry).geometry;
  } catch (error) {
    if (!(error instanceof WktError)) throw error;
    return refuseArea('intersects', `${error.message} at position ${error.offset}`);
  }
}

function common(shape: Geometry, box: Geometry): Geometry {
  const boxes = simpleParts(box).map(toTopology);
  try {
    const geometries = simpleParts(shape).flatMap((part) =>
      boxes
        .map((each) => intersectionOf(toTopology(part), each))
        .filter((both) => !both.isEmpty())
        .map(fromTopology),
    );
    return { type: 'GeometryCollection', geometries };
  } catch {
    return refuseArea('intersects', 'cannot be cut by the bbox');
  }
}
