import { isLocalHref, locationOfHref } from '../../catalog/local-href.ts';
import { geometryOf } from '../../catalog/languages/read-aoi.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { withinOneTurn } from '../../geometry/antimeridian.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { readGeoJson } from '../../geometry/read-geojson.ts';
import { readWkt } from '../../geometry/read-wkt.ts';
import { type Ground, groundOf } from '../../tiles/ground.ts';

/** The text of a local file; null where it cannot be read. */
export type ReadText = (location: string) => Promise<string | null>;

/** Where an item's clouds are; null where nobody has drawn them. */
export type FindClouds = (document: JsonObject) => Promise<Ground | null>;

const mostRemembered = 64;
const maxVertices = 100_000;

/** Clouds come as well-known text in a property, or as a GeoJSON file beside the imagery. */
export function createFindClouds(readText: ReadText): FindClouds {
  const remembered = new Map<string, Ground | null>();
  return async (document) => {
    const text = cloudText(document);
    if (text !== null) return groundOrNull(() => readWkt(text));
    const location = cloudFile(document);
    if (location === null) return null;
    const known = remembered.get(location);
    if (known !== undefined) return known;
    const json = await readText(location);
    const ground =
      json === null ? null : groundOrNull(() => readGeoJson(geometryOf(JSON.parse(json)), { maxVertices }));
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(location, ground);
    return ground;
  };
}

/** What cannot be read was not drawn. */
function groundOrNull(read: () => Geometry): Ground | null {
  try {
    return groundOf(withinOneTurn(read()));
  } catch {
    return null;
  }
}

function cloudText({ properties }: JsonObject): string | null {
  if (!isObject(properties)) return null;
  const text = properties['tile:cloud_polys'] ?? properties['cloud_polys'];
  return typeof text === 'string' ? text : null;
}

function cloudFile({ assets }: JsonObject): string | null {
  if (!isObject(assets)) return null;
  for (const [key, asset] of Object.entries(assets)) {
    if (!isObject(asset) || typeof asset['href'] !== 'string' || !isLocalHref(asset['href'])) continue;
    if (isOfClouds(key, asset) && isGeoJson(asset)) return locationOfHref(asset['href']);
  }
  return null;
}

const cloudNames: ReadonlySet<unknown> = new Set(['cloud', 'clouds', 'cloud-polys', 'cloud_polys', 'cloud-outline']);

const isOfClouds = (key: string, { roles }: JsonObject): boolean =>
  cloudNames.has(key.toLowerCase()) || (Array.isArray(roles) && roles.some((role) => cloudNames.has(role)));

const isGeoJson = ({ type, href }: JsonObject): boolean =>
  typeof type === 'string' ? /json/i.test(type) : /\.(geo)?json$/i.test(String(href));
