import type { Random } from '../../../tests/support/seeded-random.ts';
import { cloudMember, instantText, secondText, surveyMs, timeMs } from './draws.ts';
import { footprintText } from './footprint.ts';
import { type Place, placeOfItem, placeOfSurvey } from './places.ts';
import { aerialAssets, compositeAssets, sceneAssets, swathAssets, veryHighAssets } from './assets.ts';
import type { Family, MadeCollection } from './collections.ts';

/** What differs from item to item, as texts of JSON; `properties` ends without a comma. */
type Parts = {
  readonly id: string;
  readonly geometry: string;
  readonly bbox: string;
  readonly properties: string;
  readonly assets: string;
};

type Maker = (number: number, random: Random, collection: MadeCollection) => Parts;

export const platforms: Readonly<Record<Family, readonly string[]>> = {
  scene: ['sentinel-2a', 'sentinel-2b', 'sentinel-2c'],
  aerial: ['survey-plane'],
  'very-high': ['vhr-1', 'vhr-2', 'vhr-3', 'vhr-legion'],
  swath: ['radar-1a', 'radar-1b'],
  composite: ['mosaic'],
};

const gridDegrees = 0.9;
const onGrid = ([x, y]: Place): Place => [
  (Math.floor(x / gridDegrees) + 0.5) * gridDegrees,
  (Math.floor(y / gridDegrees) + 0.5) * gridDegrees,
];
const fixed = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
const zoneOf = ([x, y]: Place): number =>
  (y < 0 ? 32_700 : 32_600) + 1 + Math.floor(((((x + 180) % 360) + 360) % 360) / 6);
const serial = (number: number): string => number.toString(36).toUpperCase().padStart(6, '0');

const scene: Maker = (number, random, { id: home }) => {
  const ms = timeMs(random);
  const place = onGrid(placeOfItem(random));
  const platform = random.pick(platforms.scene);
  const id = `S${platform.at(-1)}_${serial(number)}_${secondText(ms).slice(0, 10)}_${home.at(-1)}`;
  const zone = zoneOf(place);
  const full = fixed(random.next() * 100, 2);
  const properties =
    `"datetime":"${instantText(ms)}","platform":"${platform}","constellation":"sentinel-2","instruments":["msi"],` +
    `${cloudMember(random)}"gsd":10,"view:off_nadir":0,"proj:epsg":${zone},"data_coverage":${full},` +
    `"s2:nodata_pixel_percentage":${fixed(100 - full, 2)},"s2:processing_baseline":"0${2 + random.below(4)}.00",` +
    `"s2:orbit":${10 + random.below(80)},"view:sun_elevation":${fixed(random.next() * 70, 2)},` +
    `"grid:code":"TILE-${Math.round(place[0] * 10)}-${Math.round(place[1] * 10)}",` +
    `"created":"${instantText(ms + random.below(9e7))}","updated":"${instantText(ms + 2e8)}"`;
  return { id, ...footprintText(place, 1, 1, -12), properties, assets: sceneAssets(id, zone) };
};

const aerial: Maker = (number, random) => {
  const ms = surveyMs(random);
  const place = placeOfSurvey(random);
  const id = `survey_${number}_${Math.round(-place[0] * 100)}_${Math.round(place[1] * 100)}`;
  const zone = zoneOf(place);
  const properties =
    `"datetime":"${secondText(ms)}","platform":"survey-plane","instruments":["camera"],${cloudMember(random)}` +
    `"gsd":${random.pick([0.3, 0.6, 1])},"proj:epsg":${zone},"survey:year":"${new Date(ms).getUTCFullYear()}",` +
    `"survey:state":"${random.pick(['al', 'ca', 'co', 'fl', 'ia', 'ny', 'or', 'tx'])}",` +
    `"proj:shape":[${12_000 + random.below(900)},${10_000 + random.below(900)}],` +
    `"providers":[{"name":"Survey agency","roles":["producer","licensor"],"url":"https://example.com/survey"}]`;
  return { id, ...footprintText(place, 0.07, 0.07, 0), properties, assets: aerialAssets(id) };
};

const veryHigh: Maker = (number, random, { id: home }) => {
  const ms = timeMs(random);
  const place = placeOfItem(random);
  const acquisition = `10${serial(Math.floor(number / 8))}00`;
  const id = `${zoneOf(place) % 100}_${number}_${acquisition}`;
  const properties =
    `"datetime":"${secondText(ms)}","platform":"${random.pick(platforms['very-high'])}",${cloudMember(random)}` +
    `"gsd":${random.pick([0.3, 0.34, 0.36, 0.46, 0.5])},"view:off_nadir":${fixed(random.next() * 35, 1)},` +
    `"view:azimuth":${fixed(random.next() * 360, 1)},"view:sun_azimuth":${fixed(random.next() * 360, 1)},` +
    `"view:sun_elevation":${fixed(random.next() * 70, 1)},"proj:epsg":${zoneOf(place)},` +
    `"catalog_id":"${acquisition}","quality:grade":"${random.pick(['A', 'B', 'C'])}"`;
  const size = 0.05 + random.next() * 0.12;
  const footprint = footprintText(place, size, size, random.next() * 30 - 15);
  return { id, ...footprint, properties, assets: veryHighAssets(home, id) };
};

const swath: Maker = (number, random) => {
  const ms = timeMs(random);
  const id = `RS_${serial(number)}_${ms.toString(36)}`;
  const properties =
    `"datetime":"${instantText(ms)}","start_datetime":"${instantText(ms - 60_000)}",` +
    `"end_datetime":"${instantText(ms + 60_000)}","platform":"${random.pick(platforms.swath)}","gsd":20,` +
    `"sar:instrument_mode":"IW","sar:polarizations":["VV","VH"],"sat:orbit_state":"${random.pick(['ascending', 'descending'])}"`;
  const footprint = footprintText(placeOfItem(random), 2.5, 2.5 + random.next() ** 2 * 18, random.next() * 24 - 12);
  return { id, ...footprint, properties, assets: swathAssets(id) };
};

const dayMs = 86_400_000;

const composite: Maker = (number, random, { id: home }) => {
  const ms = Math.floor(timeMs(random) / dayMs) * dayMs;
  const days = home === 'composites-annual' ? 365 : random.pick([5, 10, 30]);
  const id = `composite-${number}`;
  const properties =
    `"datetime":null,"start_datetime":"${secondText(ms)}","end_datetime":"${secondText(ms + days * dayMs)}",` +
    `"platform":"mosaic",${cloudMember(random)}"gsd":10`;
  return { id, ...footprintText(placeOfItem(random), 5, 5, 0), properties, assets: compositeAssets(id) };
};

export const makers: Readonly<Record<Family, Maker>> = { scene, aerial, 'very-high': veryHigh, swath, composite };
