import { createHash } from 'node:crypto';
import { objectKey } from '../../buckets/object-key.ts';
import { parseCell } from '../../grid/cell.ts';
import type { RasterProduct } from '../order.ts';
import type { TileSpec } from '../tile.ts';

/** What stands behind the acquisition's id in the names of a tile's files, beside its document. */
export const tileFileNames = ['visual.tif', 'ms.tif', 'pan.tif', 'data-mask.gpkg', 'cloud-mask.gpkg'] as const;
export type TileFileName = (typeof tileFileNames)[number];

/** What decides where a tile lies. */
export type TilePlace = Pick<TileSpec, 'cellId' | 'datetime' | 'acquisitionId'>;

export const rasterFileName = (product: RasterProduct): TileFileName => `${product}.tif`;

/** `13/031133231113/2020-03-04` */
export function tileFolder({ cellId, datetime }: TilePlace): string {
  const cell = parseCell(cellId);
  if (cell === null) throw new Error(`'${cellId}' is no cell`);
  return `${twoDigits(cell.zone)}/${cell.quadkey}/${datetime.slice(0, 10)}`;
}

export const twoDigits = (zone: number): string => String(zone).padStart(2, '0');

const tileKey = (prefix: string, place: TilePlace, name: string): string =>
  objectKey(prefix, ...tileFolder(place).split('/'), name);

/** `{prefix}/13/031133231113/2020-03-04/{acquisition}-visual.tif` */
export const tileFileKey = (prefix: string, place: TilePlace, name: TileFileName): string =>
  tileKey(prefix, place, `${safeId(place.acquisitionId)}-${name}`);

/** Of all files that it may have. */
export const tileFileKeys = (prefix: string, place: TilePlace): readonly string[] =>
  tileFileNames.map((name) => tileFileKey(prefix, place, name));

/** The tile's STAC item, beside its files. */
export const itemKey = (prefix: string, place: TilePlace): string =>
  tileKey(prefix, place, `${safeId(place.acquisitionId)}.json`);

export const acquisitionCollectionKey = (prefix: string, acquisitionId: string): string =>
  objectKey(prefix, 'acquisition_collections', acquisitionCollectionName(acquisitionId));

export const rootCollectionKey = (prefix: string, orderId: string): string =>
  objectKey(prefix, 'order_collections', rootCollectionName(orderId));

export const requestKey = (prefix: string, orderId: string): string => objectKey(prefix, `${orderId}-request.json`);

export const manifestKey = (prefix: string, orderId: string): string => objectKey(prefix, `${orderId}-manifest.json`);

export const acquisitionCollectionName = (acquisitionId: string): string => `${safeId(acquisitionId)}_collection.json`;

export const rootCollectionName = (orderId: string): string => `${orderId}_root_collection.json`;

/** Leaves room for what is put behind it in a name of 255 bytes. */
const longestId = 200;
const hashDigits = 40;

/** The id as a part of a key and of a link: plain ids as they are, other characters as `=2F`; never the same for two ids. */
export function safeId(id: string): string {
  const escaped = id.replaceAll(/[^A-Za-z0-9._~-]+|^\./gu, escapedBytes);
  if (escaped.length <= longestId) return escaped;
  // '==' stands in no escaped text, so that a shortened one is like no other.
  const hash = createHash('sha256').update(id, 'utf8').digest('hex').slice(0, hashDigits);
  return `${escaped.slice(0, longestId - hashDigits - 2).replace(/=[0-9A-F]?$/, '')}==${hash}`;
}

const escapedBytes = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
