import { type Geometry, type MultiPolygon, type Polygon, type Position, polygonsOf } from '../../geometry/geojson.ts';

export type Polygonal = Polygon | MultiPolygon;
type Ring = readonly Position[];

/** One in a thousand millions: a tenth of a millimetre. */
export const decimals = 1e9;

/** What the topology library made, as answers have it: rounded, shells against the clock and holes with it. */
export function tidy(geometry: Geometry): Polygonal {
  const polygons = polygonsOf(geometry)
    .map((rings) => rings.map((ring, index) => tidyRing(ring, index === 0)))
    .filter(([shell]) => shell !== undefined && shell.length > 3)
    .map((rings) => rings.filter(({ length }) => length > 3));
  return polygonal(polygons);
}

export const polygonal = (polygons: readonly (readonly Ring[])[]): Polygonal =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };

export const rounded = (value: number): number => Math.round(value * decimals) / decimals + 0;

function tidyRing(ring: Ring, isShell: boolean): Ring {
  const places: Position[] = [];
  for (const [x, y] of ring) {
    const [last, place] = [places.at(-1), [rounded(x!), rounded(y!)]];
    if (last === undefined || last[0] !== place[0] || last[1] !== place[1]) places.push(place);
  }
  return isAgainstClock(places) === isShell ? places : places.toReversed();
}

function isAgainstClock(ring: Ring): boolean {
  const [originX, originY] = ring[0]!;
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    twice += (ax! - originX!) * (by! - originY!) - (bx! - originX!) * (ay! - originY!);
  }
  return twice > 0;
}
