import { findCollection, findItem } from '../catalog/find-documents.ts';
import { isLocalHref, locationOfHref } from '../catalog/local-href.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { documentOf } from '../catalog/stored-document.ts';
import type { LocalFile } from '../imagery/ports.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { ItemPlace } from './draw-tile.ts';
import { rolesOf } from './item-imagery.ts';
import { explainUnreadable } from './unreadable.ts';

/** A file of the archive that is open for reading. */
export type OpenAsset = { readonly file: LocalFile; readonly type: string | null; readonly location: string };

/** Pictures and descriptions are for everyone who finds the item; the imagery itself is what orders are for. */
const forEveryone = new Set(['thumbnail', 'overview', 'metadata']);
const imagery = new Set(['data', 'visual']);

/** Of an item, or of the collection itself. */
export type AssetPlace = Omit<ItemPlace, 'item'> & { readonly item: string | null; readonly key: string };

/** Opens a local asset; what lies elsewhere has an address of its own. */
export async function openAsset(
  { catalog, files }: Pick<Service, 'catalog' | 'files'>,
  { collection, item, visibility, key }: AssetPlace,
  { mayReadImagery }: { readonly mayReadImagery: boolean },
): Promise<OpenAsset> {
  const { bytes } = await (item === null
    ? findCollection({ catalog }, visibility, collection)
    : findItem({ catalog }, visibility, collection, item));
  const asset = assetOf(documentOf(bytes), key);
  const href = asset?.['href'];
  if (asset === null || typeof href !== 'string' || !isLocalHref(href)) throw new PlatformError('not_found');
  if (!mayReadImagery && !isForEveryone(asset))
    throw new PlatformError('forbidden', 'imagery is had by ordering it, or as map tiles');
  const location = locationOfHref(href);
  const file = await files.open(location).catch((error: unknown) => {
    throw explainUnreadable(error, `asset '${key}'`);
  });
  return { file, location, type: typeof asset['type'] === 'string' ? asset['type'] : null };
}

function assetOf({ assets }: JsonObject, key: string): JsonObject | null {
  const asset = isObject(assets) && Object.hasOwn(assets, key) ? assets[key] : null;
  return isObject(asset) ? asset : null;
}

function isForEveryone(asset: JsonObject): boolean {
  const roles = rolesOf(asset);
  return roles.some((role) => forEveryone.has(role)) && !roles.some((role) => imagery.has(role));
}
