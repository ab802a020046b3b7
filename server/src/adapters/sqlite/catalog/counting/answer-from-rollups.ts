import { cutBuckets } from '../../../../catalog/aggregate/cut-buckets.ts';
import { coarserCell, geohashText } from '../../../../catalog/aggregate/geohash.ts';
import { coarserTile, tileText } from '../../../../catalog/aggregate/map-tile.ts';
import type { Aggregated, BucketKey, Measure } from '../../../../catalog/aggregate/measure.ts';
import { isWhole, numberBucket } from '../../../../catalog/aggregate/number-buckets.ts';
import { isOfDays, timeBucket } from '../../../../catalog/aggregate/time-buckets.ts';
import { unpackTime } from '../../../../catalog/plan/packed-time.ts';
import { rangeOfCollection, rangeOfWorld } from '../../../../catalog/plan/streams.ts';
import { readSource } from '../known/choose-source.ts';
import { isCounted } from '../known/is-counted.ts';
import type { Reading } from '../reading/reading.ts';
import {
  type RollupKey,
  type RollupKind,
  cellOfKey,
  dayKind,
  kindOfSlot,
  longTerm,
  placeKind,
  rolledDigits,
  rolledZoom,
  tileBits,
  tileOfKey,
} from '../rollups/rolled-keys.ts';
import { everyCollection } from '../rollups/rollup-schema.ts';
import { itemsIn } from '../known/snapshot.ts';

/** For a search of collections alone. Null where rollups do not know: they are not filled yet, or are too coarse. */
export function answerFromRollups(reading: Reading, measure: Measure): Aggregated | null {
  const { search, snapshot } = reading;
  switch (measure.kind) {
    case 'count':
      return { value: itemsIn(snapshot, search.collections) };
    case 'collections':
      return cutBuckets(itemsByCollection(reading), measure);
    case 'earliest':
      return { value: outermost(reading, 'ASC') };
    case 'latest':
      return { value: outermost(reading, 'DESC') };
    default: {
      const rolled = rolledBuckets(reading, measure);
      const rows = rolled && readRollup(reading, rolled);
      const counts = rows && bucketsOf(rows, rolled.bucketOf);
      return counts && cutBuckets(counts, measure);
    }
  }
}

function itemsByCollection({ search, snapshot, prepare }: Reading): ReadonlyMap<BucketKey, number> {
  if (search.collections !== null)
    return new Map(search.collections.map((id) => [id, snapshot.collections.get(id)?.items ?? 0]));
  return new Map(prepare('SELECT id, items FROM collections WHERE items > 0').all() as [string, number][]);
}

/** The first or last time: where each stream begins or ends. */
function outermost({ search, snapshot, prepare }: Reading, direction: 'ASC' | 'DESC'): string | null {
  const numbers = collectionNumbers({ search, snapshot });
  const ranges = numbers === null ? [rangeOfWorld] : numbers.map(rangeOfCollection);
  const { streams } = readSource(ranges, numbers === null ? 'world' : 'collections', snapshot, prepare);
  const first = prepare(`SELECT dt FROM entries WHERE stream = ? AND dt > '' ORDER BY dt ${direction} LIMIT 1`);
  const ends = streams.flatMap((stream) => (first.get(stream) as [string] | undefined) ?? []);
  const sorted = ends.sort();
  const end = direction === 'ASC' ? sorted[0] : sorted.at(-1);
  return end === undefined ? null : unpackTime(end);
}

/** Null is all of them. */
const collectionNumbers = ({ search, snapshot }: Pick<Reading, 'search' | 'snapshot'>): readonly number[] | null =>
  search.collections && search.collections.flatMap((id) => snapshot.collections.get(id)?.number ?? []);

/** `bucketOf` gives undefined for a key in no bucket, and null where the key says too little. */
type Rolled = {
  readonly kind: RollupKind;
  /** The part of the key that matters, in SQL. */
  readonly column?: string;
  readonly bucketOf: (key: RollupKey) => BucketKey | undefined | null;
};

/** Which rollup has the buckets; null where none is fine enough. */
function rolledBuckets({ snapshot }: Reading, measure: Measure): Rolled | null {
  switch (measure.kind) {
    case 'times':
      return isOfDays(measure.step)
        ? { kind: dayKind, bucketOf: (key) => timeBucket(String(key), measure.step) }
        : null;
    case 'geohash': {
      const { precision } = measure;
      const bucketOf = (key: RollupKey) =>
        geohashText(coarserCell(cellOfKey(Number(key)), rolledDigits, precision), precision);
      return precision <= rolledDigits ? { kind: placeKind, column: `key >> ${tileBits}`, bucketOf } : null;
    }
    case 'tiles': {
      const { zoom } = measure;
      const bucketOf = (key: RollupKey) => tileText(coarserTile(tileOfKey(Number(key)), rolledZoom, zoom), zoom);
      return zoom <= rolledZoom ? { kind: placeKind, column: `key & ${2 ** tileBits - 1}`, bucketOf } : null;
    }
    case 'terms':
    case 'numbers': {
      const property = snapshot.declared.find(({ name, isReady }) => name === measure.property && isReady);
      if (property === undefined) return null;
      return {
        kind: kindOfSlot(property.slot),
        bucketOf: measure.kind === 'terms' ? termBucket : binBucket(measure.step),
      };
    }
    default:
      return null;
  }
}

/** Of numbers only the bins are known. */
const termBucket = (key: RollupKey): string | null => (typeof key === 'number' ? null : key);

const binBucket =
  (step: number) =>
  (key: RollupKey): number | undefined | null => {
    if (typeof key === 'string' || key === longTerm) return undefined;
    return isWhole(key, step) ? (numberBucket(key, step) ?? undefined) : null;
  };

type RollupRow = readonly [key: RollupKey, items: number];

/** Null where items are not all counted. */
function readRollup(reading: Reading, { kind, column = 'key' }: Rolled): readonly RollupRow[] | null {
  const { prepare } = reading;
  if (!isCounted(prepare, kind)) return null;
  const numbers = collectionNumbers(reading) ?? (kind === placeKind ? null : [everyCollection]);
  const sum = `SELECT ${column}, sum(items) FROM rollups WHERE kind = ?`;
  const isOne = numbers?.length === 1 && column === 'key';
  if (isOne)
    return prepare('SELECT key, items FROM rollups WHERE kind = ? AND collection = ?').all(
      kind,
      numbers[0]!,
    ) as unknown as RollupRow[];
  if (numbers === null) return prepare(`${sum} GROUP BY 1`).all(kind) as unknown as RollupRow[];
  const among = 'collection IN (SELECT value FROM json_each(?))';
  return prepare(`${sum} AND ${among} GROUP BY 1`).all(kind, JSON.stringify(numbers)) as unknown as RollupRow[];
}

function bucketsOf(rows: readonly RollupRow[], bucketOf: Rolled['bucketOf']): ReadonlyMap<BucketKey, number> | null {
  const counts = new Map<BucketKey, number>();
  for (const [key, items] of rows) {
    const bucket = bucketOf(key);
    if (bucket === null) return null;
    if (bucket !== undefined) counts.set(bucket, (counts.get(bucket) ?? 0) + items);
  }
  return counts;
}
