import type { Geometry } from '../geometry/geojson.ts';
import { hash } from './noise/random.ts';
import type { Scene, SceneKind } from './scene.ts';

export const collectionOf = ({ kind }: Pick<Scene, 'kind'>): string => collectionIds[kind];

const collectionIds: Readonly<Record<SceneKind, string>> = {
  visual: 'demo-visual',
  multispectral: 'demo-multispectral',
};

const providers = [
  { name: 'Swath', roles: ['producer', 'processor', 'host'], description: 'Drawn by the service itself.' },
];

const titles: Readonly<Record<SceneKind, readonly [title: string, description: string]>> = {
  visual: [
    'Demo imagery, natural color',
    'Invented places, drawn by the service at its first start: a river town that grows, a reservoir that falls and fills, watered fields on a dry plain. Several dates of each, at 0.30 to 0.50 m. Nothing in it exists.',
  ],
  multispectral: [
    'Demo imagery, four bands',
    'An invented place in blue, green, red and near infrared, 16 bits, in ten-thousandths of reflectance. Nothing in it exists.',
  ],
};

/** The STAC collections of the demo archive; `boxes` in degrees, of each one's scenes. */
export function demoCollection(
  kind: SceneKind,
  scenes: readonly Scene[],
  box: readonly number[],
): Record<string, unknown> {
  const own = scenes.filter((scene) => scene.kind === kind);
  const times = own.map(({ datetime }) => datetime).sort();
  const [title, description] = titles[kind];
  return {
    type: 'Collection',
    stac_version: '1.1.0',
    id: collectionIds[kind],
    title,
    description,
    keywords: ['demo', 'synthetic', 'very high resolution', kind],
    license: 'CC0-1.0',
    providers,
    extent: { spatial: { bbox: [box] }, temporal: { interval: [[times[0], times.at(-1)]] } },
    summaries: {
      gsd: [...new Set(own.map(({ gsd }) => gsd))].sort((one, other) => one - other),
      platform: [...new Set(own.map(({ platform }) => platform))].sort(),
    },
    links: [],
  };
}

/** 16 hexadecimal characters in the one form that max_ard finds in the paths of a delivery. */
export function acquisitionOf({ id }: Scene): string {
  const sum = (salt: number) => [...id].reduce((before, letter) => hash(before, letter.charCodeAt(0), salt), salt);
  const [one, two] = [1, 2].map((salt) => sum(salt).toString(16).padStart(8, '0').toUpperCase());
  return `101C${one!.slice(-3)}0${two!.slice(-6)}00`;
}

/** What an item says beside what can be read from its file. */
export function sceneProperties(scene: Scene, cloudPercent: number): Record<string, unknown> {
  const { air, kind } = scene;
  return {
    title: `${scene.place.name}, ${scene.datetime.slice(0, 10)}`,
    platform: scene.platform,
    constellation: scene.platform.split('-')[0],
    instruments: [kind === 'visual' ? 'rgb-camera' : 'four-band-camera'],
    gsd: scene.gsd,
    catalog_id: acquisitionOf(scene),
    'eo:cloud_cover': cloudPercent,
    'view:off_nadir': scene.offNadir,
    'view:azimuth': scene.viewAzimuth,
    'view:sun_azimuth': air.sun.azimuth,
    'view:sun_elevation': air.sun.elevation,
    license: 'CC0-1.0',
  };
}

/** The GeoJSON file of a scene's clouds. */
export const cloudDocument = (scene: Scene, outline: Geometry | null): Record<string, unknown> => ({
  type: 'FeatureCollection',
  features:
    outline === null
      ? []
      : [{ type: 'Feature', properties: { kind: 'cloud', acquisition: acquisitionOf(scene) }, geometry: outline }],
});
