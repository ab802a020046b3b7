import { BucketFault } from '../../buckets/bucket-fault.ts';
import type { Bucket } from '../../buckets/ports.ts';
import { isObject } from '../../catalog/refuse.ts';
import type { DeliveryJob } from '../ports.ts';
import { itemKey } from './layout.ts';
import { readJson } from './read-json.ts';

/**
 * Refuses a tile that lies there made of other items, which another select or another collection gave it: its files bear
 * the same names, and what one order delivered would be replaced by another's without a word.
 */
export async function refuseOtherSources(
  bucket: Pick<Bucket, 'get'>,
  { spec, output }: Pick<DeliveryJob, 'spec' | 'output'>,
  signal?: AbortSignal,
): Promise<void> {
  // Each order has a folder of its own there.
  if (output.target.kind === 'managed') return;
  const there = await readJson(bucket, itemKey(output.prefix, spec), signal);
  const said = isObject(there) && isObject(there['properties']) ? there['properties'] : {};
  const { source_collection: collection, source_items: items } = said;
  // Not an item of ours.
  if (typeof collection !== 'string' || !Array.isArray(items)) return;
  const own = [spec.collection, spec.sources.map(({ itemId }) => itemId)];
  if (JSON.stringify([collection, items]) === JSON.stringify(own)) return;
  throw new BucketFault(
    'refused',
    'the prefix holds this tile already, made of other items of the archive: choose another prefix',
  );
}
