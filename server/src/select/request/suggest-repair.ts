import { geometryOf } from '../../catalog/languages/read-aoi.ts';
import { isObject } from '../../catalog/refuse.ts';
import { crossMoreThan } from '../../geometry/crossings.ts';
import { type Geometry, type Position, eachPosition } from '../../geometry/geojson.ts';
import { type LooseRings, repairedPolygons } from '../../geometry/repair.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import { writeWkt } from '../../geometry/write-wkt.ts';

/** A longer one helps nobody in a message. */
const longestText = 2_000;
/** What has more can hardly be told in so few characters. */
const mostPositions = 250;
/** Each becomes a corner of the repair, and a scribble of a few hundred lines takes half a minute to take apart. */
const mostCrossings = 60;

/** Well-known text of a usable geometry that comes close to one that is not; null where there is none. */
export function suggestRepair({ intersects, bbox }: { readonly intersects?: unknown; readonly bbox?: unknown }) {
  try {
    const polygons = intersects === undefined || intersects === null ? polygonsOfBbox(bbox) : loosePolygons(intersects);
    if (polygons === null || countOf(polygons) > mostPositions) return null;
    if (crossMoreThan(polygons.flat(), mostCrossings)) return null;
    const placed = [polygons, swapped(polygons)].find(isOnEarth);
    const repaired = placed === undefined ? null : repairedPolygons(placed);
    return repaired === null || geometryProblem(repaired) !== null ? null : shortText(repaired);
  } catch {
    return null;
  }
}

function shortText(geometry: Geometry): string | null {
  const text = writeWkt(geometry);
  return text.length <= longestText ? text : null;
}

const countOf = (polygons: readonly LooseRings[]): number =>
  polygons.flat().reduce((sum, ring) => sum + ring.length, 0);

const swapped = (polygons: readonly LooseRings[]): readonly LooseRings[] =>
  polygons.map((rings) => rings.map((ring) => ring.map(([x, y]) => [y!, x!])));

function isOnEarth(polygons: readonly LooseRings[]): boolean {
  let isInside = true;
  eachPosition({ type: 'MultiPolygon', coordinates: polygons }, ([x, y]) => {
    isInside &&= Math.abs(x!) <= 180 && Math.abs(y!) <= 90;
  });
  return isInside;
}

/** West, south, east, north, or the other way around. */
function polygonsOfBbox(bbox: unknown): readonly LooseRings[] | null {
  if (!Array.isArray(bbox) || bbox.length !== 4 || !bbox.every(Number.isFinite)) return null;
  const [west, south, east, north] = bbox as number[] as [number, number, number, number];
  return [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
    ],
  ];
}

/** Polygons of GeoJSON or well-known text whose rings may be anything; null where nothing of it is one. */
function loosePolygons(value: unknown): readonly LooseRings[] | null {
  if (typeof value !== 'string') return polygonsOf(geometryOf(value));
  return value.trimStart().startsWith('{') ? loosePolygons(JSON.parse(value) as unknown) : polygonsOfWkt(value);
}

function polygonsOf(geometry: unknown, depth = 0): readonly LooseRings[] | null {
  if (!isObject(geometry) || depth > 3) return null;
  const { type, coordinates, geometries } = geometry;
  if (type === 'Polygon') return areRings(coordinates) ? [coordinates] : null;
  if (type === 'MultiPolygon') return Array.isArray(coordinates) && coordinates.every(areRings) ? coordinates : null;
  if (type !== 'GeometryCollection' || !Array.isArray(geometries)) return null;
  return geometries.flatMap((part) => polygonsOf(part, depth + 1) ?? []);
}

const areRings = (value: unknown): value is LooseRings =>
  Array.isArray(value) && value.every((ring) => Array.isArray(ring) && ring.every(isPosition));

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);

const position = /([-+.\deE]+)[ \t\r\n]+([-+.\deE]+)(?:[ \t\r\n]+[-+.\deE]+)?/g;

/** As if it were GeoJSON: parentheses become brackets. */
function polygonsOfWkt(text: string): readonly LooseRings[] | null {
  const [, multi, body] = /^\s*(MULTI)?POLYGON\s*(?:Z\s*)?(\([-+.\deE,()\s]*\))\s*$/i.exec(text.slice(0, 20_000)) ?? [];
  if (body === undefined) return null;
  const json = body
    .replace(position, (_, x: string, y: string) => `[${Number(x)},${Number(y)}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  return polygonsOf({
    type: multi === undefined ? 'Polygon' : 'MultiPolygon',
    coordinates: JSON.parse(json) as unknown,
  });
}
