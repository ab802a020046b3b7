import { withinOneTurn } from '../../geometry/antimeridian.ts';
import { boxOf } from '../../geometry/box.ts';
import { type Geometry, type Polygon, type Position, simpleParts } from '../../geometry/geojson.ts';
import { repairedPolygons } from '../../geometry/repair.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import { rounded } from './degree-ring.ts';

/** The outline of a polygon and its holes, longitudes running on past 180. */
export type Rings = readonly (readonly Position[])[];

const turn = 360;

/** The hole in the turn of what it is in. */
export function besides(hole: readonly Position[], outer: readonly Position[]): readonly Position[] {
  const [west] = boxOf({ type: 'LineString', coordinates: outer })!;
  const shift = Math.ceil((west - hole[0]![0]! - 1e-6) / turn) * turn;
  return shift === 0 ? hole : hole.map(([x, y]) => [x! + shift, y!]);
}

export const joined = (polygons: readonly Rings[]): Geometry =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };

/** Cut at the antimeridian, closed along the poles; null where that is not possible, or not valid though it must be. */
export function withinTheWorld(polygons: readonly Rings[], mustBeValid: boolean): Geometry | null {
  const drawn = joined(polygons);
  const isWide = polygons.some(([outer]) => aroundOf(outer!) !== 0 || isWholeTurn(outer!));
  const isSound = !isWide && geometryProblem(drawn) === null;
  if (isSound) return withinOneTurn(drawn);
  if (!isWide && mustBeValid) return null;
  try {
    return repairedPolygons(polygons.flatMap(inOneTurn));
  } catch {
    // The library's own words say nothing of the image.
    return null;
  }
}

/** 360 or -360 for a ring around a pole, else 0. */
const aroundOf = (ring: readonly Position[]): number => Math.round((ring.at(-1)![0]! - ring[0]![0]!) / turn) * turn;

function isWholeTurn(ring: readonly Position[]): boolean {
  const [west, , east] = boxOf({ type: 'LineString', coordinates: ring })!;
  return (west < -180 || east > 180) && east - west > turn - 1e-6;
}

/** Pieces that meet where they were cut are joined again by who repairs them. */
function inOneTurn(rings: Rings): readonly Rings[] {
  if (aroundOf(rings[0]!) === 0) return piecesOf(rings);
  // A hole may lie where the outline was cut: of all pieces together counts what an odd number of rings enclose.
  return [rings.flatMap((ring, at) => piecesOf([alongPole(ring, at > 0)]).flat())];
}

const piecesOf = (rings: Rings): readonly Rings[] =>
  simpleParts(withinOneTurn({ type: 'Polygon', coordinates: rings })).flatMap((part) =>
    (part.type === 'MultiPolygon' ? part.coordinates : [(part as Polygon).coordinates]).map((piece) =>
      // A turn less leaves a trace in the last digit, and a gap as narrow where pieces should meet.
      piece.map((ring) => ring.map(rounded)),
    ),
  );

/** The image lies to the left of its rings: of one to the east, in the north. */
function alongPole(ring: readonly Position[], isHole: boolean): readonly Position[] {
  const around = aroundOf(ring);
  if (around === 0) return ring;
  const [first, last] = [ring[0]!, ring.at(-1)!];
  const pole = around > 0 === isHole ? -90 : 90;
  return [...ring, [last[0]!, pole], [first[0]!, pole], first];
}
