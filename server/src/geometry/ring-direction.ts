import type { Position } from './geojson.ts';

type Line = readonly Position[];

/** Outer rings go against the clock and holes with it, as GML and KML want them. */
export const againstClock = (rings: readonly Line[]): readonly Line[] =>
  rings.map((ring, i) => (goesWrong(twiceArea(ring), i === 0) ? ring.toReversed() : ring));

/** The other way round, as shapefiles want them. */
export const withClock = (rings: readonly Line[]): readonly Line[] =>
  rings.map((ring, i) => (goesWrong(twiceArea(ring), i > 0) ? ring.toReversed() : ring));

/** Whether a ring with this area must be turned to go against the clock, or with it. */
export const goesWrong = (area: number, isAgainst: boolean): boolean => (isAgainst ? area < 0 : area > 0);

/** Below zero with the clock; from the first corner on, so that far from zero nothing is lost. */
function twiceArea(ring: Line): number {
  const [x0 = 0, y0 = 0] = ring[0] ?? [];
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const [before, here] = [ring[i - 1]!, ring[i]!];
    twice += (before[0]! - x0) * (here[1]! - y0) - (here[0]! - x0) * (before[1]! - y0);
  }
  return twice;
}
