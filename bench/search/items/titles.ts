import type { Random } from '../../../tests/support/seeded-random.ts';
import type { Family } from './collections.ts';
import { hubs } from './places.ts';

/** Names of the hubs, in their order. */
export const placeNames: readonly string[] = (
  'Paris,Los Angeles,Damascus,Dhaka,Kyiv,Tokyo,New York,Cairo,Delhi,Sao Paulo,Istanbul,Beijing,Lagos,Mexico City,' +
  'Jakarta,Sydney,Port-au-Prince,Baghdad,Shanghai,Houston,Cape Town,Madrid,Bangkok,Buenos Aires,Moscow,Nairobi,' +
  'San Francisco,Manila,Santiago,Rome,Dakar,Karachi,Toronto,Kinshasa,Dubai,Helsinki,Manaus,Suva,Honolulu,Auckland,' +
  'Reykjavik,Antananarivo,Kabul,Anchorage,Kathmandu,Kampala,Guatemala,Hong Kong,La Paz,Pohang'
).split(',');

export const themes: readonly string[] = (
  'agriculture,forest,water,flood,fire,harvest,coast,city,snow,drought,glacier,mining,harbour,airport,road,crop,' +
  'storm,earthquake,landslide,volcano,desert,wetland,mangrove,river,lake,dam,solar farm,wind farm,pipeline,border'
).split(',');

const sensors: Readonly<Record<Family, string>> = {
  scene: 'Sentinel-2',
  aerial: 'Aerial survey',
  'very-high': 'Very high resolution',
  swath: 'Radar',
  composite: 'Mosaic',
};

const seasons = ['winter', 'spring', 'summer', 'autumn'];
/** At a million items about fifty share one. */
export const campaigns = 20_000;

/** A title with sensor, place and season, and two keywords, as members that follow others. */
export function textMembers(family: Family, bbox: string, properties: string, number: number, random: Random): string {
  const time = /"(?:start_)?datetime":"(\d{4})-(\d\d)/.exec(properties);
  const year = time?.[1] ?? '2020';
  const season = seasons[Math.floor((Number(time?.[2] ?? 1) % 12) / 3)]!;
  const theme = themes[Math.floor(themes.length * random.next() ** 2)]!;
  const title = `${sensors[family]} ${nearest(bbox)}, ${season} ${year}`;
  return `,"title":"${title}","keywords":["${theme}","c${number % campaigns}"]`;
}

function nearest(bbox: string): string {
  const [west, south] = bbox.slice(1).split(',', 2).map(Number) as [number, number];
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < hubs.length; i++) {
    const [x, y] = hubs[i]!;
    const distance = (x - west) ** 2 + (y - south) ** 2;
    if (distance < least) [best, least] = [i, distance];
  }
  return placeNames[best]!;
}
