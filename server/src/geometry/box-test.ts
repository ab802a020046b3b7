import type { Box } from './box.ts';
import type { Geometry } from './geojson.ts';
import { type Path, shapeOf } from './shape.ts';

/**
 * Whether a footprint that reaches all four sides of the box shares a point with the area; null where its box alone
 * does not tell.
 */
export type BoxTest = (box: Box) => boolean | null;

/** Far more than what rounding moves a side or an edge by: what lies nearer than this is not told. */
const margin = 1e-9;

/** Null for areas that are no polygons. */
export function createBoxTest(geometry: Geometry): BoxTest | null {
  const shape = shapeOf(geometry);
  if (shape === null || shape.points.length > 0 || shape.lines.length > 0) return null;
  const tests = shape.polygons.map(testOf);
  return (box) => {
    let isApart = true;
    for (const test of tests) {
      const isTouched = test(box);
      if (isTouched === true) return true;
      if (isTouched === null) isApart = false;
    }
    return isApart ? false : null;
  };
}

/** A box that no edge meets lies inside or outside as a whole; one of its sides inside is a point of the footprint. */
function testOf(rings: readonly Path[]): BoxTest {
  let made: Bands | null = null;
  return ([west, south, east, north]) => {
    const bands = (made ??= bandsOf(rings));
    const met = edgesMeeting(bands, west - margin, south - margin, east + margin, north + margin);
    if (met.length === 0) return isInside(bands, west, south);
    const isSideInside = (ax: number, ay: number, bx: number, by: number): boolean =>
      !isMet(met, ax - margin, ay - margin, bx + margin, by + margin) && isInside(bands, ax, ay);
    const isSure =
      isSideInside(west, south, east, south) ||
      isSideInside(west, north, east, north) ||
      isSideInside(west, south, west, north) ||
      isSideInside(east, south, east, north);
    return isSure ? true : null;
  };
}

/** Edges by latitude, as ax, ay, bx, by: each in every band that it reaches into. */
type Bands = { readonly south: number; readonly height: number; readonly edges: readonly (readonly number[])[] };

const edgesInBand = 8;
const mostBands = 256;

function bandsOf(rings: readonly Path[]): Bands {
  const count = rings.reduce((sum, { length }) => sum + Math.max(0, length / 2 - 1), 0);
  let [south, north] = [Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 1; i < ring.length; i += 2) [south, north] = [Math.min(south, ring[i]!), Math.max(north, ring[i]!)];
  const size = Math.min(mostBands, Math.ceil(count / edgesInBand) || 1);
  // One more, so that the northernmost corner lies in the last one.
  const height = (north - south) / size || 1;
  const edges: number[][] = Array.from({ length: size + 1 }, () => []);
  for (const ring of rings)
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!];
      const last = Math.floor((Math.max(ay, by) - south) / height);
      for (let band = Math.floor((Math.min(ay, by) - south) / height); band <= last; band++)
        edges[band]!.push(ax, ay, bx, by);
    }
  return { south, height, edges };
}

/** By even-odd, as every relation sees it; only for places that no edge is near of. */
function isInside({ south, height, edges }: Bands, x: number, y: number): boolean {
  const near = edges[Math.floor((y - south) / height)] ?? [];
  let isIn = false;
  for (let i = 0; i < near.length; i += 4) {
    const ax = near[i]!;
    const ay = near[i + 1]!;
    const by = near[i + 3]!;
    if (ay > y === by > y) continue;
    if (x < ax + ((near[i + 2]! - ax) * (y - ay)) / (by - ay)) isIn = !isIn;
  }
  return isIn;
}

function edgesMeeting({ south: base, height, edges }: Bands, west: number, south: number, east: number, north: number) {
  const met: number[] = [];
  const last = Math.min(edges.length - 1, Math.floor((north - base) / height));
  for (let band = Math.max(0, Math.floor((south - base) / height)); band <= last; band++) {
    const near = edges[band]!;
    for (let i = 0; i < near.length; i += 4)
      if (meets(near, i, west, south, east, north)) met.push(near[i]!, near[i + 1]!, near[i + 2]!, near[i + 3]!);
  }
  return met;
}

function isMet(edges: readonly number[], west: number, south: number, east: number, north: number): boolean {
  for (let i = 0; i < edges.length; i += 4) if (meets(edges, i, west, south, east, north)) return true;
  return false;
}

/** Whether an edge and a box share a point: their boxes do, and not all of its corners lie on one side of the edge. */
function meets(edges: readonly number[], i: number, west: number, south: number, east: number, north: number): boolean {
  const ax = edges[i]!;
  const ay = edges[i + 1]!;
  const bx = edges[i + 2]!;
  const by = edges[i + 3]!;
  if ((ax < west && bx < west) || (ax > east && bx > east)) return false;
  if ((ay < south && by < south) || (ay > north && by > north)) return false;
  const dx = bx - ax;
  const dy = by - ay;
  const left = dx * (south - ay) - dy * (west - ax) > 0;
  if (left !== dx * (south - ay) - dy * (east - ax) > 0) return true;
  if (left !== dx * (north - ay) - dy * (west - ax) > 0) return true;
  return left !== dx * (north - ay) - dy * (east - ax) > 0;
}
