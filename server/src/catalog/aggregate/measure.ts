import type { SearchRequest } from '../search-request.ts';

/** From the shortest to the longest; weeks begin on Monday. */
export const timeSteps = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeStep = (typeof timeSteps)[number];

/** Enough of a time key for every step: quarters are made of months, weeks of days. */
export const keyLengths: Readonly<Record<TimeStep, number>> = {
  year: 4,
  quarter: 7,
  month: 7,
  week: 10,
  day: 10,
  hour: 13,
  minute: 16,
  second: 19,
};

/** One thing to be known of all items that a search finds. */
export type Measure =
  | { readonly kind: 'count' }
  | { readonly kind: 'earliest' }
  | { readonly kind: 'latest' }
  | { readonly kind: 'collections' }
  | { readonly kind: 'times'; readonly step: TimeStep }
  /** Of texts and truth values; numbers count by their text. */
  | { readonly kind: 'terms'; readonly property: string }
  /** `step`: how wide each bucket is; the first one begins at 0. */
  | { readonly kind: 'numbers'; readonly property: string; readonly step: number }
  | { readonly kind: 'geohash'; readonly precision: number }
  | { readonly kind: 'tiles'; readonly zoom: number }
  /** Cells of the imagery grid. */
  | { readonly kind: 'cells'; readonly steps: number };

/** `sort`, `fields`, `limit` and pages of the search say nothing here. */
export type AggregateQuestion = { readonly search: SearchRequest; readonly measures: readonly Measure[] };

/** A text, or for numbers how many steps its lower end lies from 0. */
export type BucketKey = string | number;
export type Bucket = { readonly key: BucketKey; readonly items: number };

/** `overflow`: items whose buckets were too many to be told. What has no value is in no bucket and no overflow. */
export type Buckets = { readonly buckets: readonly Bucket[]; readonly overflow: number };

/** A count, or a time key that is null where no item has a time; else buckets. */
export type Aggregated = { readonly value: number | string | null } | Buckets;
