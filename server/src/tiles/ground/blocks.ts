import { boxesIntersect } from '../../geometry/box.ts';
import { crossMoreThan } from '../../geometry/crossings.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { PlatformError } from '../../shared/errors.ts';
import { areaByLayers } from '../overlay/area-by-layers.ts';
import { traceOutline } from '../overlay/trace-outline.ts';
import { type Block, addBlocks, blockOf, blockSide, ringsInBlock } from './block.ts';
import { type Ring, clipToBox, closedRing } from './clip-ring.ts';
import { type Piece, pieceOf } from './piece.ts';
import { type DegreePolygon, boxOfRings, degreePolygons } from './polygons.ts';

/** A geometry in blocks that are projected when asked for, and remembered. */
export type Blocks = {
  /** Of the blocks that may hold something of it, in their order. */
  numbers(): readonly number[];
  at(number: number): Piece;
};

export function createBlocks(geometry: Geometry): Blocks {
  const polygons = degreePolygons(geometry);
  const pieces = new Map<number, Piece>();
  let numbers: readonly number[] | null = null;
  let places = 0;
  const projected = (polygon: DegreePolygon, block: Block): readonly Ring[] => {
    const rings = ringsInBlock(polygon, block);
    for (const ring of rings) places += ring.length / 2;
    if (places > mostPlaces) refuse();
    return rings;
  };
  const make = (number: number): Piece => {
    const block = blockOf(number);
    const v = block.row * blockSide;
    const parts = polygons
      .map((polygon) => clipToBox(projected(polygon, block), [0, v, blockSide, v + blockSide]))
      .filter(({ length }) => length > 0);
    return pieceOf(0, v, blockSide, joined(parts));
  };
  return {
    numbers: () => {
      if (numbers !== null) return numbers;
      const found = new Set<number>();
      for (const polygon of polygons) addBlocks(polygon, found);
      return (numbers = [...found].sort((a, b) => a - b));
    },
    at: (number) => {
      const piece = pieces.get(number) ?? make(number);
      pieces.set(number, piece);
      return piece;
    },
  };
}

/** More are edges that run back and forth across continents. */
const mostPlaces = 300_000;

function refuse(): never {
  throw new PlatformError(
    'invalid_parameters',
    `the edges of the area are too long: they make more than ${mostPlaces} pieces of about 2 km`,
  );
}

/** Of polygons that lie upon each other; many more fill the memory. */
const mostCrossings = 20_000;

/** In square metres; where two polygons share less, they do but touch. */
const overlap = 1e-3;

/** Polygons that lie upon each other become one: what both fill would else be filled by neither. */
function joined(parts: readonly (readonly Ring[])[]): readonly Ring[] {
  if (parts.length < 2 || !mayOverlap(parts)) return parts.flat();
  if (crossMoreThan(parts.flat().map(closedRing), mostCrossings))
    throw new PlatformError(
      'invalid_parameters',
      `parts of the area cross each other more than ${mostCrossings} times`,
    );
  const layers = parts.map((rings) => rings.map((ring) => Float64Array.from(ring)));
  const isOverlapping = areaByLayers(layers).some(({ shown, areaM2 }) => shown.length > 1 && areaM2 > overlap);
  return isOverlapping ? traceOutline(layers, ({ length }) => length > 0).map((ring) => [...ring]) : parts.flat();
}

function mayOverlap(parts: readonly (readonly Ring[])[]): boolean {
  const boxes = parts.map(boxOfRings);
  return boxes.some((box, index) => boxes.some((other, place) => place < index && boxesIntersect(box, other)));
}
