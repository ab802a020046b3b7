import type { Path, Shape } from './shape.ts';

type Place = readonly [x: number, y: number, z: number];

/** All places of a part lie within the reach of its middle: on the ellipsoid, in metres from the centre of the earth. */
export type Part = {
  readonly middle: Place;
  readonly reach: number;
  /** An edge or some of it, straight in degrees, or a point; null for a part that is more than one edge. */
  readonly edge: Edge | null;
  /** The neighbours along a path that it is made of; null for an edge. */
  readonly parts: readonly [Part, Part] | null;
};

export type Edge = { readonly from: readonly [number, number]; readonly to: readonly [number, number] };

const semiMajor = 6_378_137;
const flattening = 1 / 298.257_223_563;
const squaredEccentricity = flattening * (2 - flattening);
const radians = Math.PI / 180;
/** The most that a radian measures anywhere on the ellipsoid. */
const largestRadiusM = 6_400_000;

export function inSpace([longitude, latitude]: readonly [number, number]): Place {
  const [sin, cos] = [Math.sin(latitude * radians), Math.cos(latitude * radians)];
  const normal = semiMajor / Math.sqrt(1 - squaredEccentricity * sin * sin);
  return [
    normal * cos * Math.cos(longitude * radians),
    normal * cos * Math.sin(longitude * radians),
    normal * (1 - squaredEccentricity) * sin,
  ];
}

export const apartM = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function edgePart(from: readonly [number, number], to: readonly [number, number]): Part {
  const [width, height] = [to[0] - from[0], to[1] - from[1]];
  const isAcrossEquator = from[1] * to[1] <= 0;
  const widest = isAcrossEquator ? 1 : Math.cos(Math.min(Math.abs(from[1]), Math.abs(to[1])) * radians);
  const reach = (Math.hypot(width * widest, height) * radians * largestRadiusM) / 2;
  return { middle: inSpace([from[0] + width / 2, from[1] + height / 2]), reach, edge: { from, to }, parts: null };
}

/** Two smaller parts: of an edge its halves. */
export function splitPart({ edge, parts }: Part): readonly [Part, Part] {
  if (parts !== null) return parts;
  const { from, to } = edge!;
  const middle = [from[0] + (to[0] - from[0]) / 2, from[1] + (to[1] - from[1]) / 2] as const;
  return [edgePart(from, middle), edgePart(middle, to)];
}

/** The whole geometry as one part, halved again and again down to its edges. */
export function wholePart({ points, lines, polygons }: Shape): Part | null {
  const alone = Array.from({ length: points.length / 2 }, (_, i) => points.subarray(2 * i, 2 * i + 2));
  const edges = [...alone, ...lines, ...polygons.flat()].flatMap(edgesOf);
  return edges.length === 0 ? null : joined(edges, 0, edges.length);
}

function edgesOf(path: Path): readonly Part[] {
  const places = Array.from({ length: path.length / 2 }, (_, i) => [path[2 * i]!, path[2 * i + 1]!] as const);
  if (places.length === 1) return [edgePart(places[0]!, places[0]!)];
  return places.slice(1).map((to, i) => edgePart(places[i]!, to));
}

function joined(edges: readonly Part[], from: number, to: number): Part {
  if (to - from === 1) return edges[from]!;
  const half = (from + to) >> 1;
  const [a, b] = [joined(edges, from, half), joined(edges, half, to)] as const;
  const middle: Place = [
    (a.middle[0] + b.middle[0]) / 2,
    (a.middle[1] + b.middle[1]) / 2,
    (a.middle[2] + b.middle[2]) / 2,
  ];
  const reach = Math.max(apartM(middle, a.middle) + a.reach, apartM(middle, b.middle) + b.reach);
  return { middle, reach, edge: null, parts: [a, b] };
}
