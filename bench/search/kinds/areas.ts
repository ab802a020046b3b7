import type { Random } from '../../../tests/support/seeded-random.ts';
import { placeOfItem } from '../items/places.ts';

export type Bbox = readonly [west: number, south: number, east: number, north: number];

/** Boxes around countries, small and vast, two of them across the antimeridian. */
const countries: readonly Bbox[] = [
  [-5.2, 41.3, 9.6, 51.1],
  [5.9, 47.3, 15.1, 55.1],
  [-9.4, 36, 3.4, 43.8],
  [6.6, 36.6, 18.6, 47.1],
  [-8.2, 49.9, 1.8, 60.9],
  [14.1, 49, 24.2, 54.9],
  [22.1, 44.3, 40.2, 52.4],
  [25.6, 35.8, 44.8, 42.2],
  [20.6, 59.8, 31.6, 70.1],
  [-24.6, 63.4, -13.5, 66.6],
  [34.6, 32.3, 42.4, 37.4],
  [38.8, 29, 48.6, 37.4],
  [24.7, 22, 36.9, 31.7],
  [33.9, -4.7, 41.9, 5.5],
  [2.7, 4.2, 14.7, 13.9],
  [16.4, -34.9, 32.9, -22.1],
  [43.2, -25.6, 50.5, -11.9],
  [12.2, -13.5, 31.3, 5.4],
  [60.5, 29.3, 74.9, 38.5],
  [60.9, 23.7, 77.1, 37.1],
  [68.1, 6.7, 97.4, 35.5],
  [80, 26.3, 88.2, 30.5],
  [88, 20.7, 92.7, 26.6],
  [97.3, 5.6, 105.6, 20.5],
  [95, -11, 141, 6.1],
  [116.9, 4.6, 126.6, 20.9],
  [125, 33.1, 129.6, 38.6],
  [128.5, 30.2, 145.8, 45.6],
  [73.5, 18.2, 134.8, 53.6],
  [112.9, -43.7, 153.6, -10.1],
  [166.5, -47.3, 178.6, -34.4],
  [177, -19.2, -179.8, -16],
  [-124.8, 24.4, -66.9, 49.4],
  [-141, 41.7, -52.6, 83.1],
  [-117.1, 14.5, -86.7, 32.7],
  [-92.2, 13.7, -88.2, 17.8],
  [-74.5, 18, -71.6, 20.1],
  [-73.9, -33.8, -34.8, 5.3],
  [-73.6, -55.1, -53.6, -21.8],
  [-69.6, -22.9, -57.5, -9.7],
  [27, 41.2, -169.1, 81.9],
];

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

export const country = (random: Random): Bbox => random.pick(countries);

/** What somebody draws on a map: a town, a field, a harbour. */
export function smallArea(random: Random): Bbox {
  const [x, y] = placeOfItem(random);
  const [width, height] = [0.05 + random.next() * 0.45, 0.05 + random.next() * 0.3];
  const west = rounded(Math.max(-180, Math.min(179.4, x)));
  const south = rounded(Math.max(-85, Math.min(85, y)));
  return [west, south, rounded(west + width), rounded(south + height)];
}

/** 200 by 100 degrees, almost a third of the world. */
export function wideArea(random: Random): Bbox {
  const west = rounded(random.next() * 360 - 180);
  const south = rounded(random.next() * 80 - 90);
  return [west, south, rounded(west + 200 > 180 ? west - 160 : west + 200), rounded(south + 100)];
}

/** A star with 50 corners, one to four degrees from its middle to its tips. */
export function polygonOf50(random: Random): Readonly<Record<string, unknown>> {
  const [x, y] = placeOfItem(random);
  const [middleX, middleY] = [Math.max(-170, Math.min(170, x)), Math.max(-70, Math.min(70, y))];
  const radius = 1 + random.next() * 3;
  const ring = Array.from({ length: 50 }, (_, corner) => {
    const angle = (corner / 50) * 2 * Math.PI;
    const reach = radius * (0.5 + random.next() * 0.5);
    return [rounded(middleX + Math.cos(angle) * reach), rounded(middleY + Math.sin(angle) * reach)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}
