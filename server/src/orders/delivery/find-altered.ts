import type { Bucket } from '../../buckets/ports.ts';
import type { DeliveredFile, OrderTile } from '../tile.ts';
import { workThrough } from './work-through.ts';

/** A tile whose objects are not what was recorded. */
export type AlteredTile = { readonly number: number; readonly attempts: number; readonly reason: string };

const headsAtOnce = 8;

/** Looks at every object of the delivered tiles. */
export async function findAltered(
  bucket: Bucket,
  tiles: AsyncIterable<OrderTile>,
  signal: AbortSignal,
): Promise<readonly AlteredTile[]> {
  const altered = new Map<number, AlteredTile>();
  await workThrough(filesOf(tiles), headsAtOnce, async ({ tile, file }) => {
    const reason = await faultOf(bucket, file, signal);
    if (reason !== null) altered.set(tile.number, { number: tile.number, attempts: tile.attempts, reason });
  });
  return [...altered.values()].sort((a, b) => a.number - b.number);
}

async function* filesOf(tiles: AsyncIterable<OrderTile>) {
  for await (const tile of tiles) if (tile.state === 'delivered') for (const file of tile.files) yield { tile, file };
}

async function faultOf(bucket: Bucket, file: DeliveredFile, signal: AbortSignal): Promise<string | null> {
  const found = await bucket.head(file.key, signal);
  if (found === null) return `${file.key} is gone from the bucket`;
  // Stores without entity tags have sizes alone.
  const isOther = found.etag !== null && file.etag !== null && found.etag !== file.etag;
  return isOther || found.byteLength !== file.byteLength ? `${file.key} was changed in the bucket` : null;
}
