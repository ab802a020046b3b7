import type { Layer } from '../layer.ts';
import { areaOf, cellAreaM2, cellSide, nothing, signedArea, wholeCell } from '../overlay/layer-area.ts';
import { type Axis, type Ring, clipRing } from './clip-ring.ts';

/** What of the ground lies within a square of a quadrant, in the quadrant's metres; its quarters are made when asked for. */
export type Piece = {
  readonly u: number;
  readonly v: number;
  readonly side: number;
  readonly rings: readonly Ring[];
  readonly isWhole: boolean;
  quarters: readonly Piece[] | null;
  layer: Layer | null;
};

/** A piece of rings that lie within the square. */
export function pieceOf(u: number, v: number, side: number, rings: readonly Ring[]): Piece {
  const kept: Ring[] = [];
  let isFilled = false;
  for (const ring of rings) {
    if (!isAlongBorder(ring, u, v, side)) kept.push(ring);
    else if (Math.abs(Math.round(signedArea(ring, u, v) / (side * side))) % 2 === 1) isFilled = !isFilled;
  }
  const isWhole = isFilled && kept.length === 0;
  if (isFilled) kept.push([u, v, u + side, v, u + side, v + side, u, v + side]);
  return { u, v, side, rings: kept, isWhole, quarters: null, layer: null };
}

/** Such rings go around the square so many times, or enclose nothing. */
function isAlongBorder(ring: Ring, u: number, v: number, side: number): boolean {
  const right = u + side;
  const top = v + side;
  let ax = ring[ring.length - 2]!;
  let ay = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const isUpright = ax === bx && (ax === u || ax === right);
    if (!isUpright && !(ay === by && (ay === v || ay === top))) return false;
    ax = bx;
    ay = by;
  }
  return true;
}

/** First the one nearest to meridian and equator, then farther from the meridian, then the same two higher. */
export function quartersOf(piece: Piece): readonly Piece[] {
  return (piece.quarters ??= cutInQuarters(piece));
}

function cutInQuarters({ u, v, side, rings }: Piece): readonly Piece[] {
  const half = side / 2;
  const near = sideOf(rings, 0, u + half, false);
  const far = sideOf(rings, 0, u + half, true);
  return [
    pieceOf(u, v, half, sideOf(near, 1, v + half, false)),
    pieceOf(u + half, v, half, sideOf(far, 1, v + half, false)),
    pieceOf(u, v + half, half, sideOf(near, 1, v + half, true)),
    pieceOf(u + half, v + half, half, sideOf(far, 1, v + half, true)),
  ];
}

function sideOf(rings: readonly Ring[], axis: Axis, at: number, keepsAbove: boolean): readonly Ring[] {
  const kept: Ring[] = [];
  for (const ring of rings) {
    const clipped = clipRing(ring, axis, at, keepsAbove);
    if (clipped !== null) kept.push(clipped);
  }
  return kept;
}

/** Slivers below this are no area: rounding makes them. */
const leastAreaM2 = 1e-3;

/** The piece of a cell in metres from the cell's corner. */
export function layerOf(piece: Piece): Layer {
  return (piece.layer ??= makeLayer(piece));
}

function makeLayer({ u, v, rings, isWhole }: Piece): Layer {
  if (isWhole) return wholeCell;
  if (rings.length === 0) return nothing;
  const layer = rings.map((ring) => moved(ring, u, v));
  // One ring around something is the usual; others are looked at closely.
  const areaM2 = rings.length === 1 ? Math.abs(signedArea(layer[0]!)) : 0;
  return roundedOff(layer, areaM2 > leastAreaM2 ? areaM2 : areaOf(layer));
}

/** Slivers are nothing, and all but a sliver is all. */
function roundedOff(layer: Layer, areaM2: number): Layer {
  if (areaM2 <= leastAreaM2) return nothing;
  return Math.abs(areaM2 - cellAreaM2) <= leastAreaM2 ? wholeCell : layer;
}

function moved(ring: Ring, u: number, v: number): Float64Array {
  const local = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    local[i] = ring[i]! - u;
    local[i + 1] = ring[i + 1]! - v;
  }
  return local;
}

export const isCell = ({ side }: Piece): boolean => side === cellSide;
