import type { ListedOrder } from '@swath/client';
import { isRecord } from '../ui/is-record.ts';

/** Where an order goes, as its customer named it. */
export function placeText({ order: { output_config: output } }: Pick<ListedOrder, 'order'>): string {
  const place = isRecord(output['amazon_s3']) ? output['amazon_s3'] : output;
  const [bucket, prefix] = [textOf(place['bucket']), textOf(place['prefix'])];
  if (bucket === 'managed') return prefix === '' ? 'this service' : `this service, ${prefix}`;
  return [bucket, prefix].filter((part) => part !== '').join('/') || 'unknown';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
