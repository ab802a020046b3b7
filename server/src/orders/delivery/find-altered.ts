import { createHash } from 'node:crypto';
import { BucketFault } from '../../buckets/bucket-fault.ts';
import type { Bucket, ObjectFacts } from '../../buckets/ports.ts';
import { probeBucket } from '../../buckets/probe-bucket.ts';
import type { DeliveredFile, OrderTile } from '../tile.ts';
import { workThrough } from './work-through.ts';

/** A tile whose objects are not what was recorded. */
export type AlteredTile = { readonly number: number; readonly attempts: number; readonly reason: string };

const headsAtOnce = 8;

type Looking = {
  readonly bucket: Bucket;
  readonly signal: AbortSignal;
  /** Whether the service may still read what it writes there. */
  readonly mayRead: () => Promise<boolean>;
};

/** Looks at every object of the delivered tiles. */
export async function findAltered(
  bucket: Bucket,
  prefix: string,
  tiles: AsyncIterable<OrderTile>,
  signal: AbortSignal,
): Promise<readonly AlteredTile[]> {
  let probed: Promise<boolean> | undefined;
  const mayRead = () => (probed ??= probeBucket(bucket, prefix).then(({ failure }) => failure === null));
  const altered = new Map<number, AlteredTile>();
  await workThrough(filesOf(tiles), headsAtOnce, async ({ tile, file }) => {
    const reason = await faultOf({ bucket, signal, mayRead }, file);
    if (reason !== null) altered.set(tile.number, { number: tile.number, attempts: tile.attempts, reason });
  });
  return [...altered.values()].sort((a, b) => a.number - b.number);
}

async function* filesOf(tiles: AsyncIterable<OrderTile>) {
  for await (const tile of tiles) if (tile.state === 'delivered') for (const file of tile.files) yield { tile, file };
}

async function faultOf(looking: Looking, file: DeliveredFile): Promise<string | null> {
  const found = await factsOf(looking, file.key);
  if (found === null) return `${file.key} is gone from the bucket`;
  // Stores without entity tags have sizes alone.
  const isRetagged = found.etag !== null && file.etag !== null && found.etag !== file.etag;
  const isSame = found.byteLength === file.byteLength && (!isRetagged || (await hasBytesOf(looking, file)));
  return isSame ? null : `${file.key} was changed in the bucket`;
}

/** Null where there is no such object: to whoever may not list the bucket, AWS denies what is not there. */
async function factsOf({ bucket, signal, mayRead }: Looking, key: string): Promise<ObjectFacts | null> {
  try {
    return await bucket.head(key, signal);
  } catch (error) {
    if (error instanceof BucketFault && error.fault === 'denied' && (await mayRead())) return null;
    throw error;
  }
}

/** Where objects are sealed with keys of KMS, another order that writes the same tile gives it another tag. */
async function hasBytesOf({ bucket, signal }: Looking, { key, sha256 }: DeliveredFile): Promise<boolean> {
  const digest = createHash('sha256');
  const { body } = await bucket.get(key, { signal });
  for await (const piece of body) digest.update(piece);
  return digest.digest('hex') === sha256;
}
