import { type Box, boxOf } from './box.ts';
import {
  type Geometry,
  type Polygon,
  type Position,
  type SimpleGeometry,
  coordinateDepth,
  simpleParts,
} from './geojson.ts';
import { fromTopology, intersectionOf, toTopology } from './topology.ts';

const turn = 360;

/** Brings longitudes beyond 180 degrees back, cutting at the antimeridian what crosses it. */
export function withinOneTurn(geometry: Geometry, box: Box | null = boxOf(geometry)): Geometry {
  if (box === null || (box[0] >= -180 && box[2] <= 180)) return geometry;
  return collected(simpleParts(geometry).flatMap(cutPart));
}

/**
 * Parts that are drawn across the antimeridian with longitudes of both signs, made continuous and cut: those that have
 * positions on both sides of where nothing is. Others were cut already, or lie on one side.
 */
export function unfoldedAtAntimeridian(geometry: Geometry, middleOfGap: number): Geometry {
  const parts = simpleParts(geometry).flatMap(undivided);
  const isFolded = (part: SimpleGeometry) => {
    const box = part.type === 'MultiPoint' ? null : boxOf(part);
    return box !== null && box[0] < middleOfGap && box[2] > middleOfGap;
  };
  if (!parts.some(isFolded)) return geometry;
  // One by one: they may lie over each other.
  return collected(parts.flatMap((part) => cutPart(isFolded(part) ? mapPositions(part, eastward) : part)));
}

const eastward = (longitude: number): number => (longitude < 0 ? longitude + turn : longitude);

function undivided(part: SimpleGeometry): readonly SimpleGeometry[] {
  return part.type === 'MultiLineString'
    ? part.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }))
    : polygonsOf(part);
}

/** Polygons become one MultiPolygon, which the relations know without taking it apart. */
function collected(parts: readonly SimpleGeometry[]): Geometry {
  if (parts.length === 1) return parts[0]!;
  const polygons = parts.filter((part): part is Polygon => part.type === 'Polygon');
  if (polygons.length < parts.length) return { type: 'GeometryCollection', geometries: parts };
  return { type: 'MultiPolygon', coordinates: polygons.map(({ coordinates }) => coordinates) };
}

function cutPart(part: SimpleGeometry): readonly SimpleGeometry[] {
  const box = boxOf(part);
  if (box === null) return [];
  // More than a few turns is no longitude: such numbers are left as they are.
  if (box[0] < -180 - 2 * turn || box[2] > 180 + 2 * turn) return [part];
  const pieces: SimpleGeometry[] = [];
  for (let k = Math.floor((box[0] + 180) / turn); k <= Math.floor((box[2] + 180) / turn); k++) {
    const west = k * turn - 180;
    if (west === box[2] && k > Math.floor((box[0] + 180) / turn)) continue;
    pieces.push(...cutOut(part, west).map((piece) => mapPositions(piece, (x) => x - k * turn)));
  }
  return pieces;
}

const polygonsOf = (part: SimpleGeometry): readonly SimpleGeometry[] =>
  part.type === 'MultiPolygon' ? part.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })) : [part];

function cutOut(part: SimpleGeometry, west: number): readonly SimpleGeometry[] {
  const box = boxOf(part)!;
  if (box[0] >= west && box[2] <= west + turn) return polygonsOf(part);
  const south = box[1] - 1;
  const north = box[3] + 1;
  const window: Position[] = [
    [west, south],
    [west + turn, south],
    [west + turn, north],
    [west, north],
    [west, south],
  ];
  const cut = intersectionOf(toTopology(part), toTopology({ type: 'Polygon', coordinates: [window] }));
  return cut.isEmpty() ? [] : simpleParts(fromTopology(cut)).flatMap(polygonsOf);
}

type Nested = Position | readonly Nested[];

function mapPositions(part: SimpleGeometry, moved: (longitude: number) => number): SimpleGeometry {
  const map = (nested: Nested, depth: number): Nested =>
    depth === 0
      ? [moved((nested as Position)[0]!), ...(nested as Position).slice(1)]
      : (nested as readonly Nested[]).map((inner) => map(inner, depth - 1));
  return { type: part.type, coordinates: map(part.coordinates, coordinateDepth[part.type]) } as SimpleGeometry;
}
