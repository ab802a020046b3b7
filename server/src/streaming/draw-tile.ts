import { findItem } from '../catalog/find-documents.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { PictureFormat } from '../imagery/ports.ts';
import { type TileSize, emptyPicture } from '../imagery/render/empty-picture.ts';
import type { Look } from '../imagery/render/look.ts';
import { type TileAddress, tileBox, tileGrid } from '../imagery/render/tile-grid.ts';
import type { Service } from '../service.ts';
import { imageryOf } from './item-imagery.ts';
import { isOutside, knownItem } from './known-item.ts';
import { pictureKey } from './picture-key.ts';
import { explainUnreadable } from './unreadable.ts';

export type ItemPlace = { readonly collection: string; readonly item: string; readonly visibility: Visibility };

/** How an item is shown on a map. */
export type TileLook = Look & { readonly asset: string | null; readonly size: TileSize };

export type TileRequest = TileLook & { readonly tile: TileAddress; readonly format: PictureFormat };

/** `leftOut`: so many items of several could not be read, and the others are shown. */
export type DrawnPicture = { readonly bytes: Uint8Array; readonly leftOut: number };

/** A picture that is known by its key before it is drawn. */
export type NamedPicture = { readonly key: string; draw(signal: AbortSignal): Promise<DrawnPicture> };

/** A tile of the web map from an item's imagery. */
export async function tileOf(
  { catalog, pictures }: Pick<Service, 'catalog' | 'pictures'>,
  { collection, item, visibility }: ItemPlace,
  request: TileRequest,
): Promise<NamedPicture> {
  const stored = await findItem({ catalog }, visibility, collection, item);
  const { tile, format, size, bands, rescale, asset } = request;
  const key = pictureKey('tile', stored.etag, asset, bands, rescale, [tile.z, tile.x, tile.y], size, format);
  const drawBytes = async (signal: AbortSignal): Promise<Uint8Array> => {
    const known = pictures.known(key);
    if (known !== null) return known;
    const looked = knownItem(stored);
    const imagery = imageryOf(looked.document, asset);
    if (isOutside(looked, tileBox(tile))) return emptyPicture(size, format);
    const job = { key, sources: [imagery.source], grid: tileGrid(tile, size), bands, rescale, format };
    return pictures.ofGround(job, signal).catch((error: unknown) => {
      throw explainUnreadable(error, `asset '${imagery.key}'`);
    });
  };
  return { key, draw: async (signal) => ({ bytes: await drawBytes(signal), leftOut: 0 }) };
}
