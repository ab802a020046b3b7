import { PlatformError } from '../../shared/errors.ts';
import { type BucketMeasure, bucketReader, propertiesOf } from './bucket-keys.ts';
import { cutBuckets } from './cut-buckets.ts';
import type { ItemFacts } from './item-facts.ts';
import type { Aggregated, BucketKey, Measure } from './measure.ts';

/** Measures under way: every item that is found is shown to them once. */
export type Taking = {
  /** Whose values the facts have, in this order. */
  readonly properties: readonly string[];
  /** `items`: how many have these facts. */
  take(facts: ItemFacts, items?: number): void;
  results(): readonly Aggregated[];
};

/** The meaning of an aggregation: what every store's answer is held to. */
export function takeItems(measures: readonly Measure[]): Taking {
  const properties = propertiesOf(measures);
  const room: Room = { keys: mostKeys };
  const takings = measures.map((measure) => takingOf(measure, properties, room));
  return {
    properties,
    take: (facts, items = 1) => {
      for (const { take } of takings) take(facts, items);
    },
    results: () => takings.map(({ result }) => result()),
  };
}

type OneTaking = { take(facts: ItemFacts, items: number): void; result(): Aggregated };

function takingOf(measure: Measure, properties: readonly string[], room: Room): OneTaking {
  switch (measure.kind) {
    case 'count':
      return counting();
    case 'earliest':
      return best((dt, known) => dt < known);
    case 'latest':
      return best((dt, known) => dt > known);
    default:
      return bucketing(measure, properties, room);
  }
}

function counting(): OneTaking {
  let value = 0;
  return { take: (_, items) => void (value += items), result: () => ({ value }) };
}

function best(isBetter: (dt: string, known: string) => boolean): OneTaking {
  let value: string | null = null;
  return {
    take({ dt }) {
      if (dt !== '' && (value === null || isBetter(dt, value))) value = dt;
    },
    result: () => ({ value }),
  };
}

/** As much memory as one question may take, whatever it asks for. */
const mostKeys = 500_000;
type Room = { keys: number };

function bucketing(measure: BucketMeasure, properties: readonly string[], room: Room): OneTaking {
  const keyOf = bucketReader(measure, properties);
  const counts = new Map<BucketKey, number>();
  return {
    take(facts, items) {
      const key = keyOf(facts);
      if (key === null) return;
      const known = counts.get(key);
      if (known === undefined && --room.keys < 0) throw tooMany();
      counts.set(key, (known ?? 0) + items);
    },
    result: () => cutBuckets(counts, measure),
  };
}

const tooMany = (): PlatformError =>
  new PlatformError(
    'invalid_parameters',
    `the aggregations would have more than ${mostKeys} buckets: narrow the request, or ask for larger ones`,
  );
