import { type Geometry, type Position, simpleParts } from '../../server/src/geometry/geojson.ts';
import {
  type TopologyGeometry,
  differenceOf,
  fromTopology,
  intersectionOf,
  toTopology,
  unionOf,
} from '../../server/src/geometry/topology.ts';
import type { Layer } from '../../server/src/tiles/layer.ts';
import type { Random } from '../support/seeded-random.ts';

/** Polygons as lists of rings, the shell first: valid by the way they are made. */
export type Shape = readonly (readonly (readonly Position[])[])[];

const side = 5000;

/** A star around a place in metres: convex where all its corners are equally far away. */
export function starRing(random: Random, x: number, y: number, radius: number, corners: number, least = 0.2) {
  return Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * (corner + 0.8 * random.next())) / corners;
    const away = radius * (least + (1 - least) * random.next());
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)];
  });
}

/** Stars within a cell's square and somewhat beyond it, some with a hole; several lie apart. */
export function randomShape(random: Random): Shape {
  const isConvex = random.chance(0.3);
  const star = (x: number, y: number, radius: number) => {
    const shell = starRing(random, x, y, radius, 3 + random.below(isConvex ? 5 : 12), isConvex ? 1 : 0.3);
    const hole = starRing(random, x, y, 0.1 * radius, 3 + random.below(5));
    return shell.length > 5 && random.chance(0.4) ? [shell, hole] : [shell];
  };
  if (random.chance(0.7)) return [star(side * random.next(), side * random.next(), 600 + 4000 * random.next())];
  return [star(1200, 1300, 1100), star(3700, 3600, 1100)];
}

const closed = (ring: readonly Position[]): readonly Position[] => [...ring, ring[0]!];

export const topologyOf = (shape: Shape): TopologyGeometry =>
  toTopology({ type: 'MultiPolygon', coordinates: shape.map((rings) => rings.map(closed)) });

const corners: readonly Position[] = [
  [0, 0],
  [side, 0],
  [side, side],
  [0, side],
];

export const square = topologyOf([[corners]]);
export const nowhere = differenceOf(square, square);

export const both = intersectionOf;
export const either = unionOf;
export const without = differenceOf;

export const planarArea = (topology: TopologyGeometry): number =>
  topology.isEmpty() ? 0 : geometryArea(fromTopology(topology));

/** Of polygons, their holes taken away, in the plane of their coordinates. */
export function geometryArea(geometry: Geometry): number {
  let sum = 0;
  for (const part of simpleParts(geometry)) {
    const polygons =
      part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : [];
    for (const [shell, ...holes] of polygons)
      sum += ringArea(shell!) - holes.reduce((taken, hole) => taken + ringArea(hole), 0);
  }
  return sum;
}

function ringArea(ring: readonly Position[]): number {
  const [ox, oy] = ring[0]!;
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    twice += (ax! - ox!) * (by! - oy!) - (bx! - ox!) * (ay! - oy!);
  }
  return Math.abs(twice / 2);
}

/** Rings cut to the square by the topology library, as layers have them. */
export const layerOfTopology = (topology: TopologyGeometry): Layer =>
  simpleParts(fromTopology(topology)).flatMap((part) => {
    const polygons =
      part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : [];
    return polygons.flat().map((ring) => Float64Array.from(ring.slice(0, -1).flatMap(([x, y]) => [x!, y!])));
  });

/** A shape within the cell, as the topology library has it and as a layer; the layer sometimes keeps its bridges. */
export function drawn(random: Random): { readonly topology: TopologyGeometry; readonly layer: Layer } {
  const topology = both(topologyOf(randomShape(random)), square);
  return { topology, layer: layerOfTopology(topology) };
}

export const ringOf = (...numbers: readonly number[]): Float64Array => Float64Array.from(numbers);

/** What the topology library makes of it; null where it gives up, as it does where edges all but meet. */
export function told<T>(by: () => T): T | null {
  try {
    return by();
  } catch {
    return null;
  }
}
