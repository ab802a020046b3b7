import { requireKey } from '../buckets/object-key.ts';
import type { Bucket, ObjectFacts } from '../buckets/ports.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Order } from './order.ts';

export type OrderFile = {
  readonly bucket: Bucket;
  readonly key: string;
  readonly facts: ObjectFacts;
  /** Another one when the file may have changed: what a run delivers is settled when it ends. */
  readonly version: string;
};

/** Whether the service itself keeps the files and hands them out. */
export const isManaged = ({ output }: Pick<Order, 'output'>): boolean => output.target.kind === 'managed';

/** Where a file is within the order, as addresses name it. */
export const nameWithin = ({ output }: Pick<Order, 'output'>, key: string): string =>
  output.prefix !== '' && key.startsWith(`${output.prefix}/`) ? key.slice(output.prefix.length + 1) : key;

/** A file of the managed bucket by its name within the order; the bucket is closed by whoever asked. */
export async function openOrderFile(
  { buckets }: Pick<Service, 'buckets'>,
  order: Order,
  name: string,
): Promise<OrderFile> {
  if (!isManaged(order) || !isKey(name)) throw new PlatformError('not_found');
  const { prefix, target } = order.output;
  const key = `${prefix}/${nameWithin(order, name)}`;
  const bucket = await buckets.open(target);
  try {
    const facts = await bucket.head(key);
    if (facts === null) throw new PlatformError('not_found');
    const { runs, state } = order;
    return { bucket, key, facts, version: JSON.stringify([order.id, key, facts.byteLength, facts.etag, runs, state]) };
  } catch (error) {
    bucket.close();
    throw error;
  }
}

function isKey(name: string): boolean {
  try {
    requireKey(name);
    return true;
  } catch {
    return false;
  }
}
