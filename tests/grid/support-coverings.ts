import { type Cell, cellBounds, formatCell } from '../../server/src/grid/cell.ts';
import { isMember } from '../../server/src/grid/membership.ts';
import { utmOfDegrees, zoneOf } from '../../server/src/grid/utm.ts';
import { type Polygon, type Position, eachPosition } from '../../server/src/geometry/geojson.ts';
import type { Geometry, SimpleGeometry } from '../../server/src/geometry/geojson.ts';
import { type TopologyGeometry, relate, toTopology } from '../../server/src/geometry/topology.ts';
import type { Random } from '../support/seeded-random.ts';

export const ids = (cells: readonly Cell[]): readonly string[] => cells.map(formatCell);

export const ringAround = (positions: readonly Position[]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...positions, positions[0]!]],
});

export const boxRing = (west: number, south: number, east: number, north: number): Polygon =>
  ringAround([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]);

/** A star around a place: valid, not convex; the radius is in degrees of latitude. */
export function star(random: Random, longitude: number, latitude: number, radius: number, corners: number): Polygon {
  const wide = 1 / Math.cos((latitude * Math.PI) / 180);
  const at = (corner: number): Position => {
    const angle = (2 * Math.PI * (corner + 0.8 * random.next())) / corners;
    const away = radius * (0.2 + 0.8 * random.next());
    return [longitude + away * wide * Math.cos(angle), latitude + away * Math.sin(angle)];
  };
  return ringAround(Array.from({ length: corners }, (_, corner) => at(corner)));
}

/** Edges cut into 200, so that none is bent by a projection. */
function followed(line: readonly Position[], project: (position: Position) => Position): readonly Position[] {
  const places: Position[] = [project(line[0]!)];
  for (let i = 1; i < line.length; i++)
    for (let step = 1; step <= 200; step++) {
      const [a, b, t] = [line[i - 1]!, line[i]!, step / 200];
      places.push(project(step === 200 ? b : [a[0]! + t * (b[0]! - a[0]!), a[1]! + t * (b[1]! - a[1]!)]));
    }
  return places;
}

function projected(geometry: SimpleGeometry, zone: number): TopologyGeometry {
  const project = ([longitude, latitude]: Position): Position => utmOfDegrees(32_600 + zone, longitude!, latitude!);
  if (geometry.type === 'Point') return toTopology({ type: 'Point', coordinates: project(geometry.coordinates) });
  if (geometry.type === 'LineString')
    return toTopology({ type: 'LineString', coordinates: followed(geometry.coordinates, project) });
  if (geometry.type !== 'Polygon') throw new Error(`no naive covering of a ${geometry.type}`);
  return toTopology({ type: 'Polygon', coordinates: geometry.coordinates.map((ring) => followed(ring, project)) });
}

/** The square of a cell in metres of its zone north of the equator, smaller or larger by so much on every side. */
function squareOf(cell: Cell, grown: number): TopologyGeometry {
  const { epsg, bounds } = cellBounds(cell);
  const down = epsg >= 32_700 ? 10_000_000 : 0;
  const [west, south, east, north] = [
    bounds[0] - grown,
    bounds[1] - down - grown,
    bounds[2] + grown,
    bounds[3] - down + grown,
  ];
  return toTopology(boxRing(west, south, east, north));
}

const zonesAround = (geometry: Geometry): readonly number[] => {
  const zones = new Set<number>();
  eachPosition(geometry, ([longitude]) => {
    const zone = zoneOf(longitude!);
    for (const by of [-1, 0, 1]) zones.add(((zone - 1 + by + 60) % 60) + 1);
  });
  return [...zones];
};

/** Every cell around, one by one, against the topology library: those that are surely touched, and those that may be. */
export function naiveCovering(geometry: SimpleGeometry, steps: number): { sure: Set<string>; possible: Set<string> } {
  const [sure, possible] = [new Set<string>(), new Set<string>()];
  const side = 20_480_000 / 2 ** steps;
  for (const zone of zonesAround(geometry)) {
    const shape = projected(geometry, zone);
    for (const cell of cellsAround(geometry, zone, steps, side)) {
      if (!isMember(cell)) continue;
      if (relate(shape, squareOf(cell, 1)).isIntersects()) possible.add(formatCell(cell));
      if (relate(shape, squareOf(cell, -1)).isIntersects()) sure.add(formatCell(cell));
    }
  }
  return { sure, possible };
}

function cellsAround(geometry: SimpleGeometry, zone: number, steps: number, side: number): readonly Cell[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  eachPosition(geometry, ([longitude, latitude]) => {
    const [x, y] = utmOfDegrees(32_600 + zone, longitude!, latitude!);
    [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  });
  const cells: Cell[] = [];
  for (let x = west - side; x <= east + side; x += side)
    for (let y = south - side; y <= north + side; y += side) cells.push(cellOf(zone, x, y, steps));
  return cells;
}

function cellOf(zone: number, x: number, y: number, steps: number): Cell {
  const [column, row] = [
    Math.floor((x + 9_740_000) / (20_480_000 / 2 ** steps)),
    Math.floor((10_240_000 - y) / (20_480_000 / 2 ** steps)),
  ];
  let quadkey = '';
  for (let bit = steps - 1; bit >= 0; bit--)
    quadkey += 2 * (Math.floor(row / 2 ** bit) % 2) + (Math.floor(column / 2 ** bit) % 2);
  return { zone, quadkey };
}
