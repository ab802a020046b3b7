import type { Position } from 'geojson';
import { AreaProblem, type Ring, mostCorners } from './area.ts';

const headerLength = 100;
/** Plain, with heights, with measures: all begin alike. */
const polygonTypes: readonly number[] = [5, 15, 25];

/** The polygons of a .shp, each with its holes behind it. */
export function readShapefile(bytes: Uint8Array): readonly (readonly Ring[])[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerLength || view.getInt32(0) !== 9994) throw new AreaProblem('The .shp is no shapefile.');
  const type = view.getInt32(32, true);
  if (!polygonTypes.includes(type)) throw new AreaProblem('The shapefile holds no polygons, but points or lines.');
  try {
    return grouped([...ringsIn(view)]);
  } catch (error) {
    // Reading beyond the end of a view.
    throw error instanceof RangeError ? new AreaProblem('The .shp is damaged: it ends too early.') : error;
  }
}

function* ringsIn(view: DataView): Generator<Ring> {
  let [at, corners] = [headerLength, 0];
  while (at + 8 < view.byteLength) {
    const length = view.getInt32(at + 4) * 2;
    const [record, next] = [at + 8, at + 8 + length];
    if (length < 4) throw new RangeError('a record without content');
    if (polygonTypes.includes(view.getInt32(record, true))) {
      const [partCount, pointCount] = [view.getInt32(record + 36, true), view.getInt32(record + 40, true)];
      if ((corners += pointCount) > mostCorners)
        throw new AreaProblem(`It has more than ${mostCorners.toLocaleString('en')} corners.`);
      if (partCount < 0 || partCount > pointCount) throw new RangeError('more parts than corners');
      yield* ringsOf(view, record + 44, partCount, pointCount);
    }
    at = next;
  }
}

function* ringsOf(view: DataView, at: number, partCount: number, pointCount: number): Generator<Ring> {
  const points = at + partCount * 4;
  for (let part = 0; part < partCount; part++) {
    const first = view.getInt32(at + part * 4, true);
    const end = part + 1 < partCount ? view.getInt32(at + part * 4 + 4, true) : pointCount;
    if (first < 0 || end < first || end > pointCount) throw new RangeError('a part beyond the corners');
    const pointAt = (index: number): Position => [
      view.getFloat64(points + index * 16, true),
      view.getFloat64(points + index * 16 + 8, true),
    ];
    yield Array.from({ length: end - first }, (_, index) => pointAt(first + index));
  }
}

/** Outlines go clockwise; a hole, which does not, belongs to the narrowest outline around its first corner: islands lie in lakes. */
function grouped(rings: readonly Ring[]): readonly (readonly Ring[])[] {
  const polygons = rings.filter(isClockwise).map((outer) => [outer]);
  for (const ring of rings) {
    if (isClockwise(ring)) continue;
    const [first] = ring;
    const [around] = polygons
      .filter(([outer]) => first !== undefined && isInside(first, outer!))
      .toSorted(([one], [other]) => sizeOf(one!) - sizeOf(other!));
    if (around === undefined) polygons.push([ring]);
    else around.push(ring);
  }
  return polygons;
}

const isClockwise = (ring: Ring): boolean => doubledArea(ring) < 0;
const sizeOf = (ring: Ring): number => Math.abs(doubledArea(ring));

function doubledArea(ring: Ring): number {
  let doubled = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[at + 1] ?? ring[0]!;
    doubled += x! * nextY! - nextX! * y!;
  }
  return doubled;
}

function isInside([x, y]: Position, ring: Ring): boolean {
  let isIn = false;
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[at + 1] ?? ring[0]!;
    if (y1! > y! !== y2! > y! && x! < ((x2! - x1!) * (y! - y1!)) / (y2! - y1!) + x1!) isIn = !isIn;
  }
  return isIn;
}
