import { quadrantSide } from '../quadrant.ts';

/** What of the Earth a zone's cells can reach: places near its meridian, and all that are near a pole. */
export type Vicinity = {
  readonly mostDegreesAway: number;
  /** From here to the pole every place is near. */
  readonly polarLatitude: number;
  /** How much more lines bend here, when projected, than they do near the meridian. */
  readonly bending: number;
  /** How far a projected piece may be from its edge, which is straight in degrees alone. */
  readonly toleranceMetres: number;
};

const polarRadius = 6_356_752;
const radians = Math.PI / 180;
const farthestSine = 0.5;
const nearby = { bending: 1.5, toleranceMetres: 0.5 } as const;

/** By the size of the cells and the highest latitude that is of interest; generous by a few percent. */
export function vicinityOf(steps: number, highestLatitude: number): Vicinity {
  const side = (2 * quadrantSide) / 2 ** steps;
  const widths = (1.1 * side) / polarRadius;
  const sine = 0.0525 + widths / Math.cos(highestLatitude * radians);
  if (sine <= farthestSine) return { mostDegreesAway: Math.asin(sine) / radians, polarLatitude: 91, ...nearby };
  const polarCosine = widths / (farthestSine - 0.0525);
  if (polarCosine < farthestSine)
    return { mostDegreesAway: 30, polarLatitude: Math.acos(polarCosine) / radians, ...nearby };
  // The largest cells, 2,560 km and more, reach everything but the two places on the equator that no projection shows.
  return { mostDegreesAway: 75, polarLatitude: 15, bending: 60, toleranceMetres: 500 };
}

export const isNear = ({ mostDegreesAway, polarLatitude }: Vicinity, offset: number, latitude: number): boolean =>
  Math.abs(offset) <= 180 && (Math.abs(offset) <= mostDegreesAway || Math.abs(latitude) >= polarLatitude);
