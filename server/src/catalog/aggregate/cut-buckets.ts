import { compareCodePoints } from '../evaluate/scalars.ts';
import type { Bucket, BucketKey, Buckets, Measure } from './measure.ts';

/** What Elasticsearch, and so every client, knows as the end of a list. */
const mostBuckets = 10_000;

/** Times and numbers in their order, others the largest first; of too many the largest are told. */
export function cutBuckets(counts: ReadonlyMap<BucketKey, number>, { kind }: Measure): Buckets {
  const all: Bucket[] = [...counts].filter(([, items]) => items > 0).map(([key, items]) => ({ key, items }));
  const isInOrder = kind === 'times' || kind === 'numbers';
  if (!isInOrder || all.length > mostBuckets) all.sort((a, b) => b.items - a.items || byKey(a, b));
  const buckets = all.slice(0, mostBuckets);
  const overflow = all.slice(mostBuckets).reduce((sum, { items }) => sum + items, 0);
  return { buckets: isInOrder ? buckets.sort(kind === 'times' ? byTime : byKey) : buckets, overflow };
}

/** Digits alone, of one length: thousands of days are sorted for every answer. */
const byTime = ({ key: a }: Bucket, { key: b }: Bucket): number => (a < b ? -1 : 1);

const byKey = ({ key: a }: Bucket, { key: b }: Bucket): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b));
