import { distanceOnEarthM } from '../../geometry/distance-on-earth.ts';
import { type Position, eachPosition, polygonsOf } from '../../geometry/geojson.ts';
import { type Prepared, relatesBy } from '../../geometry/relations.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import type { Scalar } from './scalars.ts';

/** What a function tells of one or two geometries, and of the constants after them. */
export type GeometryFunction = {
  readonly geometries: 1 | 2;
  readonly tell: (geometries: readonly Prepared[], more: readonly Scalar[]) => Scalar;
};

const ofOne = (tell: (of: Prepared) => Scalar): GeometryFunction => ({
  geometries: 1,
  tell: ([of], more) => (of === undefined || more.length > 0 ? null : tell(of)),
});

const ofTwo = (tell: (a: Prepared, b: Prepared, more: readonly Scalar[]) => Scalar): GeometryFunction => ({
  geometries: 2,
  tell: ([a, b], more) => (a === undefined || b === undefined ? null : tell(a, b, more)),
});

/** Twice the area under the ring's edges, in the square of degrees. */
function ringArea(ring: readonly Position[]): number {
  let twice = 0;
  for (let i = 1; i < ring.length; i++) twice += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  return Math.abs(twice) / 2;
}

const areaInDegrees = ({ geometry }: Prepared): number =>
  polygonsOf(geometry).reduce(
    (sum, [shell = [], ...holes]) => sum + ringArea(shell) - holes.reduce((all, hole) => all + ringArea(hole), 0),
    0,
  );

function countPositions({ geometry }: Prepared): number {
  let count = 0;
  eachPosition(geometry, () => count++);
  return count;
}

const coordinate =
  (axis: 0 | 1) =>
  ({ geometry }: Prepared): Scalar =>
    geometry.type === 'Point' ? (geometry.coordinates[axis] ?? null) : null;

/** The functions of geometries, by their name in lower case: `area` in square degrees, `distance` in metres. */
export const geometryFunctions: ReadonlyMap<string, GeometryFunction> = new Map([
  ['area', ofOne(areaInDegrees)],
  ['geometrytype', ofOne(({ geometry }) => geometry.type)],
  ['numpoints', ofOne(countPositions)],
  ['getx', ofOne(coordinate(0))],
  ['gety', ofOne(coordinate(1))],
  ['isempty', ofOne(({ box }) => box() === null)],
  ['isvalid', ofOne(({ geometry }) => geometryProblem(geometry) === null)],
  ['distance', ofTwo((a, b, more) => (more.length === 0 ? distanceOnEarthM(a, b) : null))],
  [
    'relate',
    ofTwo((a, b, [pattern, ...more]) =>
      typeof pattern === 'string' && more.length === 0 ? relatesBy(pattern, a, b) : null,
    ),
  ],
]);
