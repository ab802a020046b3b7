import type { Bucket } from '../../buckets/ports.ts';
import type { Order } from '../order.ts';
import type { OrderTile } from '../tile.ts';
import { type AcquisitionTiles, acquisitionCollection } from './acquisition-collection.ts';
import { jsonBytes, jsonType } from './json-document.ts';
import { acquisitionCollectionKey, manifestKey, rootCollectionKey } from './layout.ts';
import { manifestTexts } from './manifest.ts';
import { readJson } from './read-json.ts';
import { requestFile } from './request-document.ts';
import { rootCollection } from './root-collection.ts';
import { workThrough } from './work-through.ts';

export type DocumentPlace = {
  readonly bucket: Bucket;
  /** Asked right before each document becomes visible; throws where the lease is lost. */
  readonly confirm: () => Promise<void>;
  readonly signal: AbortSignal;
};

const collectionsAtOnce = 8;

/** All that an order puts beside its tiles; the manifest is the last, and its presence means that the rest is there. Says its key. */
export async function writeDocuments(
  place: DocumentPlace,
  order: Order,
  acquisitions: readonly AcquisitionTiles[],
  tiles: AsyncIterable<OrderTile>,
): Promise<string> {
  await writeIndexes(place, order, acquisitions);
  const { key, bytes } = requestFile(order);
  await put(place, key, bytes);
  return writeManifest(place, order, tiles);
}

async function writeIndexes(
  place: DocumentPlace,
  { id, output }: Order,
  acquisitions: readonly AcquisitionTiles[],
): Promise<void> {
  await workThrough(acquisitions, collectionsAtOnce, async (tiles) => {
    const key = acquisitionCollectionKey(output.prefix, tiles.acquisitionId);
    const earlier = await readJson(place.bucket, key, place.signal);
    await put(place, key, jsonBytes(acquisitionCollection(id, tiles, earlier)));
  });
  await put(place, rootCollectionKey(output.prefix, id), jsonBytes(rootCollection(id, acquisitions)));
}

export async function writeManifest(
  place: DocumentPlace,
  order: Order,
  tiles: AsyncIterable<OrderTile>,
): Promise<string> {
  const key = manifestKey(order.output.prefix, order.id);
  const pieces: Buffer[] = [];
  for await (const text of manifestTexts(order, tiles)) pieces.push(Buffer.from(text, 'utf8'));
  await put(place, key, Buffer.concat(pieces));
  return key;
}

async function put({ bucket, confirm, signal }: DocumentPlace, key: string, bytes: Uint8Array): Promise<void> {
  const { length: byteLength } = bytes;
  await bucket.put(key, bytes, { contentType: jsonType, byteLength, signal, beforeCommit: confirm });
}
