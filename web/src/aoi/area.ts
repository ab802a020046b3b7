import type { GeometryCollection, MultiPolygon, Polygon, Position } from 'geojson';
import type { Box } from '../map/geometry-box.ts';
import { narrowBoxOf } from '../map/narrow-box.ts';

/** Where imagery is wanted: longitude and latitude; what crosses the antimeridian has longitudes beyond 180. */
export type Area = { readonly geometry: Polygon | MultiPolygon };

/** Why a text or a file is no area, in words for the person who gave it. */
export class AreaProblem extends Error {
  override readonly name = 'AreaProblem';
}

/** The service takes no more. */
export const mostCorners = 10_000;
const farthestLongitude = 540;

export type Ring = readonly Position[];
export type Rings = readonly Ring[];

export const polygonsOf = ({ geometry }: Area): readonly Rings[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

export const cornerCount = (area: Area): number =>
  polygonsOf(area)
    .flat()
    .reduce((sum, ring) => sum + ring.length - 1, 0);

/** Of polygons whose rings may be open and have heights. */
export function areaOf(polygons: readonly Rings[]): Area {
  const usable = polygons.map((rings) => rings.map(closed)).filter((rings) => rings.length > 0);
  if (usable.length === 0) throw new AreaProblem('There is no polygon in it.');
  const count = usable.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (count > mostCorners)
    throw new AreaProblem(
      `It has ${count.toLocaleString('en')} corners; ${mostCorners.toLocaleString('en')} are taken.`,
    );
  return {
    geometry:
      usable.length === 1
        ? { type: 'Polygon', coordinates: usable[0]! }
        : { type: 'MultiPolygon', coordinates: usable },
  };
}

function closed(ring: Ring): Position[] {
  const flat = ring.map(([x, y]) => checked(x!, y!));
  const [first, last] = [flat[0], flat.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) flat.push([...first]);
  if (flat.length < 4) throw new AreaProblem('A polygon needs at least three corners.');
  return flat;
}

function checked(x: number, y: number): Position {
  if (!(Math.abs(x) <= farthestLongitude && Math.abs(y) <= farthestLongitude))
    throw new AreaProblem(
      `${x} ${y} is no place in degrees: areas are taken in longitude and latitude (WGS 84) alone.`,
    );
  if (Math.abs(y) > 90)
    throw new AreaProblem(`The latitude ${y} is beyond 90: are longitude and latitude the other way around?`);
  return [x, y];
}

/** An area has positions; one whose parts lie on both sides of the antimeridian has an east beyond 180. */
export const boxOf = ({ geometry }: Area): Box => narrowBoxOf(geometry)!;

/** West beyond east crosses the antimeridian. */
export function areaOfBox(west: number, south: number, east: number, north: number): Area {
  if (south >= north) throw new AreaProblem(`South (${south}) must lie below north (${north}).`);
  if (west === east) throw new AreaProblem('West and east are the same.');
  const right = west > east ? east + 360 : east;
  const ring = [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
  ];
  const area = areaOf([[ring]]);
  if (right - west > 360) throw new AreaProblem('It is wider than the world.');
  return area;
}

/** The box that the area is; null where it is another shape. */
export function asBox(area: Area): Box | null {
  const [rings, ...others] = polygonsOf(area);
  const [ring, ...holes] = rings ?? [];
  if (others.length > 0 || holes.length > 0 || ring?.length !== 5) return null;
  const box = boxOf(area);
  const isCorner = ([x, y]: Position) => (x === box[0] || x === box[2]) && (y === box[1] || y === box[3]);
  const isStraight = ring.every(([x, y], at) => at === 0 || (x === ring[at - 1]![0]) !== (y === ring[at - 1]![1]));
  return ring.every(isCorner) && isStraight ? box : null;
}

/** As requests of the service take it. */
export function areaMembers(
  area: Area,
): { readonly bbox: readonly number[] } | { readonly intersects: Polygon | GeometryCollection } {
  const box = asBox(area);
  if (box === null) return { intersects: asParts(area) };
  return { bbox: wrapped(box) };
}

/** Polygons of a file may touch or overlap, as counties and flights do: the service joins parts, but takes no such multipolygon. */
function asParts(area: Area): Polygon | GeometryCollection {
  const geometries = polygonsOf(area).map((rings): Polygon => ({
    type: 'Polygon',
    coordinates: rings as Position[][],
  }));
  return geometries.length === 1 ? geometries[0]! : { type: 'GeometryCollection', geometries };
}

const turn = (x: number): number => (x > 180 ? x - 360 : x < -180 ? x + 360 : x);

/** The same box with an east of at most 180, as boxes are written. */
export function wrapped([west, south, east, north]: Box): Box {
  return east - west >= 360 ? [west, south, east, north] : [turn(west), south, turn(east), north];
}
