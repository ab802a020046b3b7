import { type PixelRing, areaOf } from './trace-mask.ts';

/** Parts and holes of less than this share of the data are noise. */
const smallestShare = 1 / 1000;

// Of more parts or holes the largest are told: a footprint is to find an image by, and what checks it grows with the square.
const mostParts = 100;
const mostHoles = 400;

/** Each outer ring with the holes that lie in it, largest first. */
export function groupRings(rings: readonly PixelRing[]): readonly (readonly PixelRing[])[] {
  const areas = rings.map(areaOf);
  // Where all is noise, the largest of it stays.
  const largest = areas.reduce((most, area) => Math.max(most, area), 0);
  const smallest = Math.min(largest, areas.reduce((sum, area) => sum + area, 0) * smallestShare);
  const large = rings.filter((ring) => Math.abs(areaOf(ring)) >= smallest);
  const bySize = large.sort((one, other) => Math.abs(areaOf(other)) - Math.abs(areaOf(one)));
  const outer = bySize.filter((ring) => areaOf(ring) > 0);
  const holes = bySize.filter((ring) => areaOf(ring) < 0).slice(0, mostHoles);
  const owner = new Map(holes.map((hole) => [hole, outer.findLast((ring) => isAround(ring, hole))]));
  return outer.slice(0, mostParts).map((ring) => [ring, ...holes.filter((hole) => owner.get(hole) === ring)]);
}

const isAround = (ring: PixelRing, hole: PixelRing) => areaOf(ring) > -areaOf(hole) && contains(ring, hole[0]!);

/** By the pixel beside the corner: outlines share corners, never the middles of pixels. */
function contains(ring: PixelRing, [column, row]: readonly [number, number]): boolean {
  const [x, y] = [column + 0.5, row + 0.5];
  let isInside = false;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[ax, ay], [bx, by]] = [ring[at]!, ring[at + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
