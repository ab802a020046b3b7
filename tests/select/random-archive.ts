import type { Geometry, Position } from '../../server/src/geometry/geojson.ts';
import type { Random } from '../support/seeded-random.ts';
import { type Scene, sceneOf } from './survey-support.ts';

/** In the middle of a zone, at the edge of two, across the antimeridian, in the south, at the equator. */
const places: readonly Position[] = [
  [-106.6, 35.25],
  [-108, 35.1],
  [180, -17.5],
  [151.2, -33.9],
  [29.97, 0.01],
];

const degrees = 0.12;

/** A turned box around a place, drawn on beyond 180 degrees where it goes on. */
export function turnedBox(random: Random, [x, y]: Position, size = degrees): readonly Position[] {
  const angle = random.next() * Math.PI;
  const [width, height] = [size * (0.2 + random.next()), size * (0.2 + random.next())];
  const [east, north] = [x! + (random.next() - 0.5) * size, y! + (random.next() - 0.5) * size];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([a, b]) => {
    const [u, v] = [(a! * width) / 2, (b! * height) / 2];
    return [east + u * Math.cos(angle) - v * Math.sin(angle), north + u * Math.sin(angle) + v * Math.cos(angle)];
  });
  return [...corners, corners[0]!];
}

function footprint(random: Random, place: Position): Geometry {
  const ring = turnedBox(random, place);
  if (random.chance(0.8)) return { type: 'Polygon', coordinates: [ring] };
  const second = turnedBox(random, place, degrees / 3);
  return {
    type: 'GeometryCollection',
    geometries: [ring, second].map((each) => ({ type: 'Polygon', coordinates: [each] })),
  };
}

const platforms = ['worldview-02', 'worldview-03', 'geoeye-01'];

export function randomScenes(random: Random, count: number): readonly Scene[] {
  return Array.from({ length: count }, (_, i) => {
    const time = new Date(Date.UTC(2020, 0, 1) + random.below(2_000) * 86_400_000).toISOString();
    const properties: Record<string, unknown> = {
      datetime: random.chance(0.02) ? null : time,
      platform: random.pick(platforms),
      'view:sun_elevation': random.below(90),
      'view:off_nadir': random.below(40),
    };
    if (random.chance(0.6)) properties['eo:cloud_cover'] = random.below(101);
    if (random.chance(0.3)) properties['catalog_id'] = `acquisition${random.below(count / 4)}`;
    else if (random.chance(0.2)) properties['acquisition_id'] = `acquisition${random.below(count / 4)}`;
    return sceneOf(`item${i}`, {
      geometry: random.chance(0.03) ? null : footprint(random, random.pick(places)),
      properties,
      collection: random.pick(['c', 'c', 'd']),
    });
  });
}

export function randomMembers(random: Random): Readonly<Record<string, unknown>> {
  const [x, y] = random.pick(places);
  const members: Record<string, unknown> = {};
  const shape = random.below(4);
  if (shape === 0) members['intersects'] = { type: 'Polygon', coordinates: [turnedBox(random, [x!, y!])] };
  else if (shape < 3) {
    const side = 0.02 + random.next() * 0.1;
    members['bbox'] = [x! - side, y! - side, x! + side, y! + side];
  }
  if (shape === 3 || random.chance(0.1))
    members['ids'] = Array.from(
      { length: 1 + random.below(6) },
      () => `${random.pick(['acquisition', 'item'])}${random.below(60)}`,
    );
  if (random.chance(0.3)) members['datetime'] = random.pick(['2021', '2020/2022', '2023-03/..', '../2024-06-15']);
  if (random.chance(0.2)) members['collections'] = [random.pick(['c', 'd', 'none'])];
  if (random.chance(0.2)) members['image_age_category'] = random.pick(['fresh', 'standard', 'training']);
  if (random.chance(0.5)) members['stack_depth'] = 1 + random.below(6);
  if (random.chance(0.2) && shape !== 3) members['best_cover'] = random.pick([30, 90, 100]);
  members['query'] = Object.fromEntries(queries.filter(() => random.chance(0.25)));
  return members;
}

const queries: readonly (readonly [string, unknown])[] = [
  ['platform', { in: ['worldview-02', 'worldview-03'] }],
  ['eo:cloud_cover', { lte: 60 }],
  ['view:sun_elevation', { gte: 20 }],
  ['view:off_nadir', { between: [5, 35] }],
  ['aoi:data_percentage', { gte: 20 }],
  ['aoi:cloud_free_percentage', { gt: 30 }],
  ['collect_month', { or: [{ gte: '09' }, { lte: '04' }] }],
];

export const shuffled = <T>(random: Random, list: readonly T[]): readonly T[] =>
  list
    .map((each) => ({ each, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
