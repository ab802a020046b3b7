import { type Geometry, eachPosition } from '../../geometry/geojson.ts';
import { centralMeridian } from '../../grid/utm.ts';

type Edges = readonly [west: number, south: number, east: number, north: number];

/** The box of tiles of one zone; longitudes run on beyond 180, so that boxes may be put together. */
export function unwrappedBox(zone: number, geometries: readonly Geometry[]): Edges {
  const middle = centralMeridian(zone);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const geometry of geometries)
    eachPosition(geometry, ([longitude, latitude]) => {
      const x = nearest(longitude!, middle);
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, latitude!), Math.max(north, latitude!)];
    });
  return [west, south, east, north];
}

/** As GeoJSON has it: west > east where it crosses the antimeridian. */
export const wrappedBox = ([west, south, east, north]: Edges): readonly number[] => [
  west < -180 ? west + 360 : west,
  south,
  east > 180 ? east - 360 : east,
  north,
];

const nearest = (longitude: number, middle: number): number => {
  if (longitude - middle > 180) return longitude - 360;
  return longitude - middle < -180 ? longitude + 360 : longitude;
};
