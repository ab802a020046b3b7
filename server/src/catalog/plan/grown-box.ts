import type { Box } from '../../geometry/box.ts';
import type { Bbox } from '../bbox.ts';

/** The least that a degree of latitude measures, and the least radius of a meridian's curve, both rounded down. */
const leastDegreeM = 110_500;
const leastRadiusM = 6_330_000;
const radians = Math.PI / 180;

/** A bbox around all that lies within so many metres of the box, and a little more. */
export function grownBox([west, south, east, north]: Box, metres: number): Bbox {
  const up = metres / leastDegreeM + 1e-9;
  const [bottom, top] = [south - up, north + up];
  const aside = degreesAside(Math.max(Math.abs(south), Math.abs(north)), metres);
  if (bottom <= -90 || top >= 90 || aside === null || east - west + 2 * aside >= 360)
    return [-180, Math.max(-90, bottom), 180, Math.min(90, top)];
  return [wrapped(west - aside), bottom, wrapped(east + aside), top];
}

/** How many degrees of longitude a way of so many metres can lead aside from a latitude; null where it goes around a pole. */
function degreesAside(latitude: number, metres: number): number | null {
  const angle = metres / leastRadiusM;
  const sine = angle >= Math.PI / 2 ? 1 : Math.sin(angle) / Math.cos(Math.min(90, latitude + 0.2) * radians);
  return sine >= 1 || sine < 0 ? null : (Math.asin(sine) / radians) * 1.01 + 1e-9;
}

const wrapped = (longitude: number): number =>
  longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude;
