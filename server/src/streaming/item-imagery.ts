import { isLocalHref, locationOfHref } from '../catalog/local-href.ts';
import { type JsonObject, isObject, refuse } from '../catalog/refuse.ts';
import type { PictureSource } from '../imagery/ports.ts';
import { bandFactsOf } from './band-facts.ts';

/** The asset of an item that is drawn. */
export type ItemImagery = { readonly key: string; readonly source: PictureSource };

/** The asset that was asked for, else the one that shows the item best. */
export function imageryOf(document: JsonObject, asked: string | null): ItemImagery {
  const assets = assetsOf(document);
  const [key, asset] = asked === null ? bestOf(assets) : namedOf(assets, asked);
  return { key, source: { location: locationOfHref(String(asset['href'])), bands: bandFactsOf(asset) } };
}

/** Whether there is anything to draw; what cannot be read shows when it is. */
export const hasImagery = (document: JsonObject): boolean => readable(assetsOf(document)).length > 0;

/** Where the asset of that key lies; null where there is none that can be drawn. */
export function locationOfAsset(document: JsonObject, key: string): string | null {
  const asset = assetsOf(document).find(([each]) => each === key)?.[1];
  return asset !== undefined && isGeoTiff(asset) ? locationOfHref(String(asset['href'])) : null;
}

type Asset = readonly [key: string, asset: JsonObject];

function assetsOf({ assets }: JsonObject): readonly Asset[] {
  return isObject(assets)
    ? Object.entries(assets).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
    : [];
}

function namedOf(assets: readonly Asset[], asked: string): Asset {
  const found = assets.find(([key]) => key === asked);
  if (found === undefined) return refuse('asset', 'must name an asset of the item');
  return isGeoTiff(found[1]) ? found : refuse('asset', `names '${asked}', which is not a GeoTIFF that can be drawn`);
}

function bestOf(assets: readonly Asset[]): Asset {
  const shown = readable(assets);
  return (
    shown.find(([key]) => key === 'visual') ??
    shown.find(([, asset]) => rolesOf(asset).includes('visual')) ??
    shown.find(([, asset]) => rolesOf(asset).includes('data')) ??
    shown[0] ??
    refuse('item', 'has no imagery that can be drawn')
  );
}

const readable = (assets: readonly Asset[]) =>
  assets.filter(([, asset]) => isGeoTiff(asset) && !rolesOf(asset).some((role) => besides.has(role)));

const besides = new Set(['thumbnail', 'overview', 'metadata', 'data-mask', 'cloud', 'cloud-shadow']);

export const rolesOf = ({ roles }: JsonObject): readonly string[] =>
  Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];

function isGeoTiff({ href, type }: JsonObject): boolean {
  if (typeof href !== 'string' || !(isLocalHref(href) || /^(?:https?|s3):\/\//i.test(href))) return false;
  return typeof type === 'string'
    ? /^image\/(?:tiff|vnd\.stac\.geotiff)\b/i.test(type)
    : /\.tiff?(?:[?#]|$)/i.test(href);
}
