import type { Random } from '../../../tests/support/seeded-random.ts';

export type Place = readonly [longitude: number, latitude: number];

/** Where people look most, the most looked at first. */
export const hubs: readonly Place[] = [
  [2.35, 48.86],
  [-118.24, 34.05],
  [36.28, 33.51],
  [90.41, 23.81],
  [30.52, 50.45],
  [139.69, 35.69],
  [-74.01, 40.71],
  [31.24, 30.04],
  [77.21, 28.61],
  [-46.63, -23.55],
  [28.98, 41.01],
  [116.41, 39.9],
  [3.38, 6.52],
  [-99.13, 19.43],
  [106.85, -6.21],
  [151.21, -33.87],
  [-72.34, 18.54],
  [44.37, 33.31],
  [121.47, 31.23],
  [-95.37, 29.76],
  [18.42, -33.92],
  [-3.7, 40.42],
  [100.5, 13.76],
  [-58.38, -34.6],
  [37.62, 55.76],
  [36.82, -1.29],
  [-122.42, 37.77],
  [120.98, 14.6],
  [-70.67, -33.45],
  [12.5, 41.9],
  [-17.47, 14.69],
  [67.0, 24.86],
  [-79.38, 43.65],
  [15.27, -4.44],
  [55.27, 25.2],
  [24.94, 60.17],
  [-60.02, -3.12],
  [178.44, -18.14],
  [-157.86, 21.31],
  [174.76, -36.85],
  [-21.94, 64.15],
  [47.52, -18.88],
  [69.21, 34.53],
  [-149.9, 61.22],
  [85.32, 27.72],
  [32.58, 0.32],
  [-90.53, 14.63],
  [114.11, 22.4],
  [-68.15, -16.5],
  [129.36, 36.03],
];

/** Near a hub, the first ones far more often. */
export function placeByHub(random: Random): Place {
  const [longitude, latitude] = hubs[Math.floor(hubs.length * random.next() ** 2.5)]!;
  return [longitude + spread(random) * 5, latitude + spread(random) * 3];
}

/** Most of it near 0, all of it between -1 and 1. */
const spread = (random: Random): number => random.next() * random.next() * (random.next() < 0.5 ? -1 : 1);

/** Anywhere on the sphere but the poles, each area equally often. */
export function placeAnywhere(random: Random): Place {
  return [random.next() * 360 - 180, (Math.asin(random.next() * 1.9 - 0.95) * 180) / Math.PI];
}

/** Over the land that aerial surveys fly again and again. */
export const placeOfSurvey = (random: Random): Place => [-124 + random.next() * 57, 25.5 + random.next() * 23];

export function placeOfItem(random: Random): Place {
  const draw = random.next();
  if (draw < 0.6) return placeByHub(random);
  if (draw < 0.995) return placeAnywhere(random);
  const [, latitude] = placeAnywhere(random);
  return [179.6 + random.next() * 0.8, latitude];
}
