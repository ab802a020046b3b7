import type { Position } from 'geojson';
import { isRecord } from '../ui/is-record.ts';
import { type Area, AreaProblem, type Ring, type Rings, areaOf } from './area.ts';

const deepest = 8;

/** A geometry, a Feature or a FeatureCollection; all polygons of it together, points and lines left out. */
export function readGeoJsonArea(text: string): Area {
  const document = parsed(text);
  checkSystem(document);
  const polygons = polygonsIn(document, '', 0);
  if (polygons.length === 0) throw new AreaProblem('The GeoJSON holds no Polygon and no MultiPolygon.');
  return areaOf(polygons);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AreaProblem(`This is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
}

function polygonsIn(value: unknown, path: string, depth: number): readonly Rings[] {
  if (depth > deepest) return stop(path, 'is nested too deeply');
  if (!isRecord(value)) return stop(path, 'must be a GeoJSON object');
  const { type, coordinates } = value;
  const inside = (members: unknown, name: string): readonly Rings[] =>
    listOf(members, `${path}/${name}`).flatMap((each, at) => polygonsIn(each, `${path}/${name}/${at}`, depth + 1));
  switch (type) {
    case 'FeatureCollection':
      return inside(value['features'], 'features');
    case 'GeometryCollection':
      return inside(value['geometries'], 'geometries');
    case 'Feature':
      return value['geometry'] === null ? [] : polygonsIn(value['geometry'], `${path}/geometry`, depth + 1);
    case 'Polygon':
      return [ringsOf(coordinates, `${path}/coordinates`)];
    case 'MultiPolygon':
      return listOf(coordinates, `${path}/coordinates`).map((each, at) => ringsOf(each, `${path}/coordinates/${at}`));
    case 'Point':
    case 'MultiPoint':
    case 'LineString':
    case 'MultiLineString':
      return [];
    default:
      return stop(path, 'has no type of GeoJSON');
  }
}

const ringsOf = (value: unknown, path: string): Rings =>
  listOf(value, path).map((ring, at) => ringOf(ring, `${path}/${at}`));

const ringOf = (value: unknown, path: string): Ring =>
  listOf(value, path).map((position, at) => positionOf(position, `${path}/${at}`));

function positionOf(value: unknown, path: string): Position {
  const [x, y] = listOf(value, path);
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : stop(path, 'must be two numbers');
}

const listOf = (value: unknown, path: string): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : stop(path, 'must be a list');

/** Older files name their system; today's are always WGS 84. */
function checkSystem(document: unknown): void {
  const crs = isRecord(document) ? document['crs'] : undefined;
  const properties = isRecord(crs) ? crs['properties'] : undefined;
  const name = isRecord(properties) ? properties['name'] : undefined;
  if (typeof name === 'string' && !/CRS84|:4326$|:4979$/i.test(name))
    throw new AreaProblem(`The GeoJSON is in ${name.slice(0, 80)}: save it in WGS 84 (EPSG:4326) first.`);
}

function stop(path: string, reason: string): never {
  throw new AreaProblem(`GeoJSON, at ${path === '' ? 'its root' : path}: ${reason}.`);
}
