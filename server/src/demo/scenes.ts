import { hash } from './noise/random.ts';
import type { CloudPlan } from './paint/clouds.ts';
import type { Rgb } from './paint/light.ts';
import { type PlaceFacts, pivotPlain, reservoir, riverTown } from './places/facts.ts';
import type { Scene, SceneKind } from './scene.ts';

type Row = {
  readonly place: PlaceFacts;
  readonly datetime: string;
  readonly gsd: number;
  /** Azimuth and elevation. */
  readonly sun: readonly [number, number];
  readonly size: readonly [number, number];
  readonly middle: readonly [number, number];
  readonly turn: number;
  readonly haze: number;
  readonly kind?: SceneKind;
  readonly clouds?: CloudPlan;
};

const cloud = (seed: number, share: number, size: number, baseMetres: number): CloudPlan => ({
  seed,
  share,
  size,
  baseMetres,
});

/** The shortest way to a first picture: what is nicest to look at is made first. */
const rows: readonly Row[] = [
  {
    place: riverTown,
    datetime: '2023-06-02T09:31:05Z',
    gsd: 0.3,
    sun: [135, 54.4],
    size: [1010, 970],
    middle: [20, 0],
    turn: 7,
    haze: 0.014,
  },
  {
    place: reservoir,
    datetime: '2023-09-17T10:35:58Z',
    gsd: 0.4,
    sun: [170, 42],
    size: [1080, 1060],
    middle: [235, -20],
    turn: -4,
    haze: 0.02,
    clouds: cloud(71, 0.06, 260, 340),
  },
  {
    place: pivotPlain,
    datetime: '2024-10-05T09:18:44Z',
    gsd: 0.36,
    sun: [32.4, 63.3],
    size: [1060, 1030],
    middle: [-60, -60],
    turn: 8,
    haze: 0.012,
  },
  {
    place: riverTown,
    datetime: '2021-04-24T09:42:11Z',
    gsd: 0.36,
    sun: [144.1, 46.9],
    size: [1080, 1040],
    middle: [0, 30],
    turn: -6,
    haze: 0.02,
  },
  {
    place: reservoir,
    datetime: '2021-05-30T09:31:33Z',
    gsd: 0.5,
    sun: [135.7, 56.6],
    size: [1250, 1200],
    middle: [-60, 0],
    turn: 5,
    haze: 0.018,
  },
  {
    place: riverTown,
    datetime: '2024-08-28T09:56:29Z',
    gsd: 0.4,
    sun: [149.9, 44.4],
    size: [1180, 1150],
    middle: [-40, -30],
    turn: 9,
    haze: 0.026,
    clouds: cloud(8, 0.2, 330, 400),
  },
  {
    place: pivotPlain,
    datetime: '2022-02-06T10:15:31Z',
    gsd: 0.4,
    sun: [26, 70],
    size: [1150, 1120],
    middle: [0, 0],
    turn: 4,
    haze: 0.016,
    clouds: cloud(19, 0.09, 210, 520),
  },
  {
    place: riverTown,
    datetime: '2025-07-02T10:03:18Z',
    gsd: 0.5,
    sun: [142.9, 57.9],
    size: [840, 800],
    middle: [30, 10],
    turn: -5,
    haze: 0.012,
    kind: 'multispectral',
  },
  {
    place: reservoir,
    datetime: '2022-09-12T10:08:14Z',
    gsd: 0.4,
    sun: [159.7, 42.7],
    size: [1060, 1040],
    middle: [240, 10],
    turn: 5,
    haze: 0.022,
  },
  {
    place: riverTown,
    datetime: '2022-07-19T09:38:47Z',
    gsd: 0.36,
    sun: [135, 53.2],
    size: [1030, 1000],
    middle: [130, 90],
    turn: 5,
    haze: 0.03,
    clouds: cloud(33, 0.1, 240, 480),
  },
  {
    place: reservoir,
    datetime: '2025-10-08T10:30:20Z',
    gsd: 0.36,
    sun: [171.5, 33.7],
    size: [1020, 1000],
    middle: [245, 0],
    turn: -6,
    haze: 0.016,
  },
  {
    place: pivotPlain,
    datetime: '2023-03-11T09:25:06Z',
    gsd: 0.5,
    sun: [38.2, 59.6],
    size: [1250, 1220],
    middle: [20, 20],
    turn: -7,
    haze: 0.02,
  },
  {
    place: riverTown,
    datetime: '2026-06-21T09:39:40Z',
    gsd: 0.5,
    sun: [135, 56.1],
    size: [1300, 1250],
    middle: [-20, 0],
    turn: 6,
    haze: 0.022,
  },
];

const platforms = ['Fieldlark-1', 'Fieldlark-2', 'Highmeadow-A'];

/** The demo archive, in the order in which it is made. */
export const demoScenes: readonly Scene[] = rows.map((row, index) => {
  const seed = hash(index, 2026) % 100_000;
  const day = row.datetime.slice(0, 10).replaceAll('-', '');
  const kind = row.kind ?? 'visual';
  return {
    id: `${row.place.name.toLowerCase()}-${day}${kind === 'visual' ? '' : '-ms'}`,
    place: row.place,
    kind,
    datetime: row.datetime,
    platform: platforms[seed % platforms.length]!,
    gsd: row.gsd,
    size: row.size,
    middle: row.middle,
    turn: row.turn,
    air: {
      sun: { azimuth: row.sun[0], elevation: row.sun[1] },
      haze: row.haze,
      exposure: 2.3 + (hash(seed, 1) % 30) / 100,
      cast: castOf(seed),
    },
    offNadir: 2 + (hash(seed, 2) % 240) / 10,
    viewAzimuth: (hash(seed, 3) % 3600) / 10,
    clouds: row.clouds ?? null,
    seed,
  };
});

/** No two cameras see the same white. */
function castOf(seed: number): Rgb {
  const little = (salt: number) => ((hash(seed, salt) % 41) - 20) / 1000;
  return [1.04 + little(4), 0.98 + little(5) / 2, 0.97 + little(6)];
}
