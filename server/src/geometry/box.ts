import { type Geometry, type MultiPolygon, type Polygon, type Position, eachPosition } from './geojson.ts';

/** West, south, east, north of a plane box; it never crosses the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** The smallest box around the geometry; null when it has no position. */
export function boxOf(geometry: Geometry): Box | null {
  const bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  eachPosition(geometry, (position) => widen(bounds, position[0]!, position[1]!));
  const { west, south, east, north } = bounds;
  return west > east ? null : [west, south, east, north];
}

/** Around places whose x and y lie one after the other; nothing lies in it where there is none. */
export function boxOfFlat(places: ArrayLike<number>): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at]!, places[at + 1]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

type Bounds = { west: number; south: number; east: number; north: number };

function widen(bounds: Bounds, x: number, y: number): void {
  if (x < bounds.west) bounds.west = x;
  if (x > bounds.east) bounds.east = x;
  if (y < bounds.south) bounds.south = y;
  if (y > bounds.north) bounds.north = y;
}

/** The box around both. */
export const boxAround = (a: Box | null, b: Box): Box =>
  a === null ? b : [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

export const boxesIntersect = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Whether a corner of the geometry lies in one of the boxes or on its edge: then they surely share a point. */
export function hasCornerIn(geometry: Geometry, boxes: readonly Box[]): boolean {
  let isIn = false;
  eachPosition(geometry, ([x, y]) => {
    for (const [west, south, east, north] of boxes) isIn ||= x! >= west && x! <= east && y! >= south && y! <= north;
  });
  return isIn;
}

/** No two of them share a place. */
export function areApart(boxes: readonly Box[]): boolean {
  const fromWest = boxes.toSorted(([a], [b]) => a - b);
  return fromWest.every((box, i) => {
    for (let k = i + 1; k < fromWest.length && fromWest[k]![0] <= box[2]; k++)
      if (boxesIntersect(box, fromWest[k]!)) return false;
    return true;
  });
}

/** Of four numbers, or of six whose heights are dropped; null when the list is no bbox. */
export function flatBbox(bbox: readonly number[]): readonly [number, number, number, number] | null {
  const picked = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
  return picked.length === 4 && picked.every((number) => typeof number === 'number' && Number.isFinite(number))
    ? (picked as unknown as [number, number, number, number])
    : null;
}

/** A bbox with west > east crosses the antimeridian: two boxes. */
export function plainBoxes([west, south, east, north]: readonly [number, number, number, number]): readonly Box[] {
  return west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ];
}

/** The bbox as a geometry; one without width or height becomes a line or a point, as relations need it. */
export function bboxGeometry(bbox: readonly number[]): Geometry | null {
  const flat = flatBbox(bbox);
  if (flat === null) return null;
  const parts = plainBoxes(flat).map(boxGeometry);
  const polygons = parts.filter((part): part is Polygon => part.type === 'Polygon');
  if (parts.length === 1) return parts[0]!;
  if (polygons.length < parts.length) return { type: 'GeometryCollection', geometries: parts };
  return { type: 'MultiPolygon', coordinates: polygons.map(({ coordinates }) => coordinates) } satisfies MultiPolygon;
}

export function boxGeometry([west, south, east, north]: Box): Geometry {
  if (west === east && south === north) return { type: 'Point', coordinates: [west, south] };
  const low: Position = [west, south];
  const high: Position = [east, north];
  if (west === east || south === north) return { type: 'LineString', coordinates: [low, high] };
  return { type: 'Polygon', coordinates: [[low, [east, south], high, [west, north], low]] };
}
