import { type Geometry, type Position, polygonsOf } from '../../server/src/geometry/geojson.ts';

const ringArea = (ring: readonly Position[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!;
      return sum + (x! * nextY! - nextX! * y!) / 2;
    }, 0),
  );

/** In square degrees, holes taken away. */
export function planeArea(geometry: Geometry): number {
  return polygonsOf(geometry).reduce(
    (sum, [shell, ...holes]) => sum + ringArea(shell!) - holes.reduce((inner, hole) => inner + ringArea(hole), 0),
    0,
  );
}
