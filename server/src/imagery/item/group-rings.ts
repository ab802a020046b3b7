import { type PixelRing, areaOf } from './trace-mask.ts';

/** Parts and holes of less than this share of the data are noise. */
const smallestShare = 1 / 1000;

// Of more parts or holes the largest are told: a footprint is to find an image by, and what checks it grows with the square.
const mostParts = 100;
const mostHoles = 400;

/** Each outer ring with the holes that lie in it, largest first. */
export function groupRings(rings: readonly PixelRing[]): readonly (readonly PixelRing[])[] {
  const measured = rings.map((ring): Measured => ({ ring, area: areaOf(ring) }));
  // Where all is noise, the largest of it stays.
  const largest = measured.reduce((most, { area }) => Math.max(most, area), 0);
  const smallest = Math.min(largest, measured.reduce((sum, { area }) => sum + area, 0) * smallestShare);
  const large = measured.filter(({ area }) => Math.abs(area) >= smallest);
  const bySize = large.sort((one, other) => Math.abs(other.area) - Math.abs(one.area));
  const outer = bySize.filter(({ area }) => area > 0);
  const holes = bySize.filter(({ area }) => area < 0).slice(0, mostHoles);
  const owner = new Map(holes.map((hole) => [hole, outer.findLast((part) => isAround(part, hole))]));
  return outer.slice(0, mostParts).map((part) => {
    const own = holes.filter((hole) => owner.get(hole) === part);
    return [part, ...own].map(({ ring }) => ring);
  });
}

type Measured = { readonly ring: PixelRing; readonly area: number };

const isAround = (part: Measured, hole: Measured) => part.area > -hole.area && contains(part.ring, hole.ring[0]!);

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
