import { type JsonObject, asObject, isObject, refuse } from './refuse.ts';
import { readTime } from './time-key.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Geometry } from '../geometry/geojson.ts';
import { geometryProblem } from '../geometry/validity.ts';

/** What STAC's core asks beyond what the catalogue needs, of an item that the catalogue would take. */
export function checkFully(item: JsonObject): void {
  checkContent(item);
  const links = item['links'] as readonly JsonObject[];
  if (typeof item['collection'] === 'string' && !links.some(({ rel }) => rel === 'collection'))
    refuse('links', "must have one with the rel 'collection', because the item names a collection");
}

/** The same but for the link to its collection, which the service writes itself. */
export function checkContent(item: JsonObject): void {
  for (const member of ['stac_version', 'links', 'assets']) if (item[member] === undefined) missing(member);
  checkSpace(item);
  checkExtensions(item['stac_extensions']);
  checkProperties(item['properties'] as JsonObject);
  for (const [name, asset] of Object.entries(item['assets'] as JsonObject)) checkAsset(name, asset as JsonObject);
}

/** What is wrong with it; null where nothing is. */
export function contentProblem(item: JsonObject): string | null {
  try {
    checkContent(item);
    return null;
  } catch (error) {
    if (error instanceof PlatformError) return error.message;
    throw error;
  }
}

const missing = (member: string): never => refuse(member, 'is a required property');

function checkSpace({ geometry, bbox }: JsonObject): void {
  if (geometry === null) {
    if (bbox !== undefined) refuse('bbox', 'must not be there where the geometry is null');
    return;
  }
  if ((bbox ?? null) === null) missing('bbox');
  const problem = geometryProblem(geometry as Geometry);
  if (problem !== null) refuse('geometry', `is not valid: ${problem.reason}`);
}

function checkExtensions(extensions: unknown): void {
  if (extensions === undefined) return;
  const all = extensions as readonly string[];
  const bad = all.find((each) => !URL.canParse(each));
  if (bad !== undefined) refuse('stac_extensions', `must hold addresses, not '${bad}'`);
  if (new Set(all).size !== all.length) refuse('stac_extensions', 'must not name one twice');
}

type Rule = { readonly is: (value: unknown) => boolean; readonly says: string };

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const within =
  (least: number, most: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= least && value <= most;

const text: Rule = { is: isText, says: 'must be a text' };
const texts: Rule = { is: areTexts, says: 'must be an array of texts' };
const time: Rule = {
  is: (value) => isText(value) && readTime(value) !== null,
  says: 'must be an RFC 3339 date-time',
};
const degrees = (least: number, most: number): Rule => ({
  is: within(least, most),
  says: `must be a number from ${least} to ${most}`,
});

/** Common metadata, and those of the extensions that searches and selects rely on. */
const rules: Readonly<Record<string, Rule>> = {
  title: text,
  description: text,
  created: time,
  updated: time,
  platform: text,
  constellation: text,
  mission: text,
  license: text,
  instruments: texts,
  keywords: texts,
  gsd: { is: (value) => typeof value === 'number' && value > 0, says: 'must be a number above 0' },
  'eo:cloud_cover': degrees(0, 100),
  'eo:snow_cover': degrees(0, 100),
  'view:off_nadir': degrees(0, 90),
  'view:incidence_angle': degrees(0, 90),
  'view:azimuth': degrees(0, 360),
  'view:sun_azimuth': degrees(0, 360),
  'view:sun_elevation': degrees(-90, 90),
};

function checkProperties(properties: JsonObject): void {
  const [moment, first, last] = ['datetime', 'start_datetime', 'end_datetime'].map((name) => properties[name] ?? null);
  if (moment === null && (first === null || last === null))
    refuse('properties.datetime', "may be null only beside 'start_datetime' and 'end_datetime'");
  checkMembers(properties, 'properties');
}

function checkMembers(members: JsonObject, where: string): void {
  for (const name of Object.keys(rules)) {
    const value = members[name];
    if (value !== undefined && !rules[name]!.is(value)) refuse(`${where}.${name}`, rules[name]!.says);
  }
}

function checkAsset(name: string, asset: JsonObject): void {
  const where = `assets.${name}`;
  checkMembers(asObject(asset, where), where);
  if (asset['href'] === '') refuse(`${where}.href`, 'must not be empty');
  if (asset['type'] !== undefined && !isText(asset['type'])) refuse(`${where}.type`, text.says);
  if (asset['roles'] !== undefined && !areTexts(asset['roles'])) refuse(`${where}.roles`, texts.says);
  if (asset['bands'] !== undefined && !isListOfObjects(asset['bands']))
    refuse(`${where}.bands`, 'must be an array of objects');
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
