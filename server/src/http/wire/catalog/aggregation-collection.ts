import { Type } from 'typebox';
import type { NamedAggregation } from '../../../catalog/aggregate/aggregate-items.ts';
import type { KnownAggregation } from '../../../catalog/aggregate/describe-aggregations.ts';
import type { Bucket, Measure } from '../../../catalog/aggregate/measure.ts';
import { lowerEnd } from '../../../catalog/aggregate/number-buckets.ts';
import { momentOfBucket } from '../../../catalog/aggregate/time-buckets.ts';
import { timeKeyText } from '../../../catalog/time-key.ts';
import type { Link } from './splice-links.ts';

const singles: Readonly<Partial<Record<Measure['kind'], string>>> = {
  count: 'integer',
  earliest: 'datetime',
  latest: 'datetime',
};

const bucketType = (kind: Measure['kind']): string =>
  kind === 'times' ? 'datetime' : kind === 'numbers' ? 'numeric' : 'string';

/** The answer to `/aggregate`. */
export const aggregationCollection = (aggregations: readonly NamedAggregation[], links: readonly Link[]) => ({
  type: 'AggregationCollection',
  aggregations: aggregations.map(aggregation),
  links,
});

function aggregation({ name, measure, result }: NamedAggregation) {
  const { kind } = measure;
  if ('value' in result) {
    const { value } = result;
    return { name, data_type: singles[kind], value: typeof value === 'string' ? timeKeyText(value) : value };
  }
  const data_type = bucketType(kind);
  const buckets = result.buckets.map((each) => ({ data_type, frequency: each.items, ...placeOf(each, measure) }));
  return { name, data_type, overflow: result.overflow, buckets };
}

/** `to` does not belong to the bucket. */
function placeOf({ key }: Bucket, measure: Measure) {
  if (measure.kind === 'times') return { key: momentOfBucket(String(key)) };
  if (measure.kind !== 'numbers') return { key };
  const [from, to] = [lowerEnd(Number(key), measure.step), lowerEnd(Number(key) + 1, measure.step)];
  return { key: `${from}-${to}`, from, to };
}

/** The answer to `/aggregations`. */
export const aggregationList = (known: readonly KnownAggregation[], links: readonly Link[]) => ({
  aggregations: known.map(({ name, kind }) =>
    singles[kind] === undefined
      ? { name, data_type: 'frequency_distribution', frequency_distribution_data_type: bucketType(kind) }
      : { name, data_type: singles[kind] },
  ),
  links,
});

const links = Type.Array(Type.Record(Type.String(), Type.Unknown()));

const bucketSchema = Type.Object({
  key: Type.String(),
  data_type: Type.String(),
  frequency: Type.Integer(),
  from: Type.Optional(Type.Number()),
  to: Type.Optional(Type.Number()),
});

export const aggregationCollectionSchema = Type.Object({
  type: Type.Literal('AggregationCollection'),
  aggregations: Type.Array(
    Type.Object({
      name: Type.String(),
      data_type: Type.String(),
      value: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
      overflow: Type.Optional(Type.Integer({ description: 'Items whose buckets were too many to be told.' })),
      buckets: Type.Optional(Type.Array(bucketSchema)),
    }),
  ),
  links,
});

export const aggregationListSchema = Type.Object({
  aggregations: Type.Array(
    Type.Object({
      name: Type.String(),
      data_type: Type.String(),
      frequency_distribution_data_type: Type.Optional(Type.String()),
    }),
  ),
  links,
});
