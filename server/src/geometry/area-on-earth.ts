import { type Geometry, type Position, polygonsOf } from './geojson.ts';

/** Of the sphere that has the area of the ellipsoid. */
const authalicRadiusKm = 6_371.007_180_9;
const radians = Math.PI / 180;

/** The latitude on that sphere below which as much area lies as below this one on the ellipsoid. */
const authalic = (degrees: number): number => {
  const latitude = degrees * radians;
  return latitude - 0.002_238_842 * Math.sin(2 * latitude) + 0.000_002_132 * Math.sin(4 * latitude);
};

/** Square kilometres of the polygons, whose edges are straight in degrees, as they are drawn: of a few parts in a million. */
export const areaOnEarthSqkm = (geometry: Geometry): number =>
  polygonsOf(geometry).reduce(
    (sum, [shell = [], ...holes]) => sum + ringSqkm(shell) - holes.map(ringSqkm).reduce(added, 0),
    0,
  );

const added = (a: number, b: number): number => a + b;

function ringSqkm(ring: readonly Position[]): number {
  let sum = 0;
  for (let at = 1; at < ring.length; at++) sum += underEdge(ring[at - 1]!, ring[at]!);
  return Math.abs(sum) * authalicRadiusKm ** 2;
}

/** Between the edge and the equator, on a sphere of radius 1. */
function underEdge([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [from, to] = [authalic(fromY!), authalic(toY!)];
  const width = (toX! - fromX!) * radians;
  const rise = to - from;
  return Math.abs(rise) < 1e-9 ? width * Math.sin((from + to) / 2) : (width * (Math.cos(from) - Math.cos(to))) / rise;
}
