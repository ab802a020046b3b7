import type { SearchRequest } from './stac.ts';

export type TimeStep = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

/** A body of `POST /aggregate`: the conditions of a search, and what is to be told of all items that it finds. */
export type AggregateRequest = Omit<SearchRequest, 'limit' | 'token' | 'sortby' | 'fields'> & {
  /** Names, as `/aggregations` lists them. */
  readonly aggregations: readonly string[];
  /** A month when absent. */
  readonly datetime_frequency_interval?: TimeStep;
};

/** Of the items that share a value, a range or a time. */
export type AggregationBucket = {
  readonly key: string;
  readonly frequency: number;
  /** Ends of a range of numbers; `to` is not in it. */
  readonly from?: number;
  readonly to?: number;
};

export type Aggregation = {
  readonly name: string;
  readonly data_type: string;
  readonly value?: string | number | null;
  readonly buckets?: readonly AggregationBucket[];
  /** Items whose buckets were too many to be told. */
  readonly overflow?: number;
};
