import type { Polygon, Position } from '../../server/src/geometry/geojson.ts';
import { type TopologyGeometry, toTopology } from '../../server/src/geometry/topology.ts';
import { type Cell, cellBounds } from '../../server/src/grid/cell.ts';
import { centralMeridian, utmOfDegrees } from '../../server/src/grid/utm.ts';
import type { Random } from '../support/seeded-random.ts';
import { star } from '../grid/support-coverings.ts';
import { both, planarArea } from './support-shapes.ts';

const pieces = 200;

/** A polygon in metres of a zone, north of the equator for both hemispheres; its edges in many pieces. */
export function projectedInto(zone: number, { coordinates }: Polygon): TopologyGeometry {
  const near = (longitude: number) => longitude - 360 * Math.round((longitude - centralMeridian(zone)) / 360);
  const turn = near(coordinates[0]![0]![0]!) - coordinates[0]![0]![0]!;
  const follow = (ring: readonly Position[]): readonly Position[] => {
    const places: Position[] = [];
    for (let i = 1; i < ring.length; i++)
      for (let piece = 0; piece < pieces; piece++) {
        const [[ax, ay], [bx, by], t] = [ring[i - 1]!, ring[i]!, piece / pieces];
        places.push(utmOfDegrees(32_600 + zone, ax! + t * (bx! - ax!) + turn, ay! + t * (by! - ay!)));
      }
    return [...places, places[0]!];
  };
  return toTopology({ type: 'Polygon', coordinates: coordinates.map(follow) });
}

export function squareOfCell(cell: Cell): TopologyGeometry {
  const { epsg, bounds } = cellBounds(cell);
  const down = epsg >= 32_700 ? 10_000_000 : 0;
  const [west, south, east, north] = [bounds[0], bounds[1] - down, bounds[2], bounds[3] - down];
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return toTopology({ type: 'Polygon', coordinates: [ring] });
}

/** What a polygon has of a cell, by the topology library. */
export const trueArea = (polygon: Polygon, cell: Cell): number =>
  planarArea(both(projectedInto(cell.zone, polygon), squareOfCell(cell)));

/** A star with, at times, a hole. */
export function area(random: Random, longitude: number, latitude: number, radius: number): Polygon {
  const shell = star(random, longitude, latitude, radius, 3 + random.below(9));
  const hole = star(random, longitude, latitude, 0.04 * radius, 4);
  const isWide = shell.coordinates[0]!.length > 7;
  return isWide && random.chance(0.5)
    ? { type: 'Polygon', coordinates: [shell.coordinates[0]!, hole.coordinates[0]!] }
    : shell;
}

/** Corners of the world, and plain places. */
export const places = {
  'a plain place': [-104.6, 39.8],
  'the south': [151.1, -33.8],
  'a zone border': [6.01, 51.2],
  'a zone border in the south': [-66.0, -23.4],
  'a central meridian': [-117, 34.2],
  'the equator': [36.3, 0.02],
  'the equator, a meridian and a quadrant on each side': [33.01, -0.01],
  'the antimeridian': [179.99, -17.2],
  'the antimeridian, from the east': [-179.98, 66.3],
  '84 degrees': [-40.5, 83.9],
  '84 degrees south': [23.7, -84.1],
} as const;
