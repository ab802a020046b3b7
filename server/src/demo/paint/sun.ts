import { bearing, cosine, sine } from '../noise/angles.ts';

export type SunPosition = { readonly azimuth: number; readonly elevation: number };

/** Where the light comes from: a unit vector to the east, north and up. */
export type SunVector = readonly [east: number, north: number, up: number];

export function sunVector({ azimuth, elevation }: SunPosition): SunVector {
  const [east, north] = bearing(azimuth);
  const level = cosine(elevation);
  return [east * level, north * level, sine(elevation)];
}

/** How much light a slope gets, by what level ground gets; `east` and `north`: its rise a metre. */
export function lightOn([x, y, z]: SunVector, east: number, north: number): number {
  const facing = (z - east * x - north * y) / Math.sqrt(1 + east * east + north * north);
  return Math.max(0, facing) / z;
}
