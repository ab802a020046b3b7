import type { Asset, Item } from '@swath/client';
import { itemPath } from './item-key.ts';

const roles = ['thumbnail', 'overview'] as const;
// GeoTIFF and JPEG 2000 are pictures that no browser draws.
const drawable = /^image\/(?:png|jpe?g|webp|gif|avif)\b/i;

/** The asset that is a small picture and lies with this service; the page may ask nobody else. */
export function thumbnailOf(item: Pick<Item, 'id' | 'collection' | 'assets'>): string | null {
  const own = Object.entries(item.assets ?? {}).filter(([key, asset]) => isDrawable(asset) && isOwn(item, key, asset));
  for (const role of roles) {
    const found = own.find(([key, { roles: given }]) => key === role || (Array.isArray(given) && given.includes(role)));
    if (found) return found[0];
  }
  return null;
}

const isDrawable = ({ type }: Asset): boolean => typeof type === 'string' && drawable.test(type);

export const assetPath = (item: Pick<Item, 'id' | 'collection'>, key: string): string =>
  `${itemPath(item)}/assets/${encodeURIComponent(key)}`;

const isOwn = (item: Pick<Item, 'id' | 'collection'>, key: string, { href }: Asset): boolean =>
  typeof href === 'string' && URL.canParse(href) && new URL(href).pathname.endsWith(assetPath(item, key));
