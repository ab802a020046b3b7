import type { Bbox } from '../bbox.ts';

export type Place = readonly [longitude: number, latitude: number];

/** The middle of a box; of one that crosses the antimeridian it lies within it too. */
export function centreOf([west, south, east, north]: Bbox): Place {
  const longitude = west <= east ? (west + east) / 2 : (west + east + 360) / 2;
  return [longitude > 180 ? longitude - 360 : longitude, (south + north) / 2];
}
