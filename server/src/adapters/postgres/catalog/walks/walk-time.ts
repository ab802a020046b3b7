import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { firstLengthMs, nextLengthMs, timeKeyAt } from '../../../../catalog/plan/slab-times.ts';
import { timeKeyMs } from '../../../../catalog/time-key.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { type OrderKey, comesAfter, orderBy } from '../../../sql/search/sort-order.ts';
import type { Source } from '../known/choose-source.ts';
import { partOf } from '../partitions/partitions.ts';
import type { Reading } from '../search/reading.ts';
import type { Candidate } from '../search/test-candidates.ts';
import {
  type Stretch,
  after as justAfter,
  around,
  common,
  isEmpty,
  reachOf,
  stretchOfSearch,
  timed,
  untimed,
} from '../known/time-bounds.ts';
import { nextBatch } from '../../../sql/search/next-batch.ts';

/** A candidate with its time, id and collection. */
export type PlacedCandidate = Candidate & { readonly dt: string; readonly id: string; readonly collection: string };

export type TimeWalk = {
  readonly reading: Reading;
  readonly source: Source;
  /** Starts with the time; directions are those of the walk. */
  readonly keys: readonly OrderKey[];
  /** Where the walk starts, '' for a missing time; null at its very beginning. */
  readonly from: readonly string[] | null;
  /** Missing times are last in the asked order, so they are first where it is walked backwards. */
  readonly isUntimedFirst: boolean;
  /** Rows that the first statement of a stretch should bring. */
  readonly wanted: number;
  /** Items that are still asked for. */
  readonly missing: () => number;
  readonly also?: SqlCondition | null;
};

type Batches = AsyncGenerator<readonly PlacedCandidate[]>;

/** Candidates in order, in batches that may be empty; an item may come more than once, one time right after the other. */
export async function* walkTime(walk: TimeWalk): Batches {
  const { search } = walk.reading;
  const { from, isUntimedFirst } = walk;
  const isFromUntimed = from !== null && from[0] === '';
  const hasUntimed = search.datetime === null && search.times === null;
  if (hasUntimed && isUntimedFirst && (from === null || isFromUntimed)) yield* walkStretch(walk, untimed, from);
  if (isUntimedFirst || !isFromUntimed) yield* walkTimed(walk, isFromUntimed ? null : from);
  if (hasUntimed && !isUntimedFirst) yield* walkStretch(walk, untimed, isFromUntimed ? from : null);
}

/** Through the time in slabs, as long as what is missing should take; each looks at no more than it holds. */
async function* walkTimed(walk: TimeWalk, from: readonly string[] | null): Batches {
  const { source, keys, reading } = walk;
  const { oldest, newest, rows, share } = source;
  if (newest === '') return;
  const isDown = keys[0]!.isDescending;
  let left = limitsOf(walk, from, isDown);
  const isShort = rows <= reading.tuning.fewRows;
  let lengthMs = isShort
    ? Infinity
    : firstLengthMs({ oldestMs: timeKeyMs(oldest), newestMs: timeKeyMs(newest), rows: rows * share }, walk.missing());
  let place = from;
  while (!isEmpty(left)) {
    const slab = sliceOf(left, lengthMs, isDown);
    const before = walk.missing();
    let found = 0;
    for await (const batch of walkStretch(walk, slab, place)) {
      found += batch.length;
      yield batch;
    }
    place = null;
    left = isDown ? { low: left.low, high: slab.low } : { low: slab.high, high: left.high };
    lengthMs = nextLengthMs(
      lengthMs,
      Math.max(found === 0 ? 0 : 1, before - walk.missing()),
      Math.max(1, walk.missing()),
    );
  }
}

/** What of a stretch is looked at next. */
function sliceOf({ low, high }: Stretch, lengthMs: number, isDown: boolean): Stretch {
  if (lengthMs === Infinity) return { low, high };
  const edge = isDown ? high : low;
  const ms = timeKeyMs(edge.replace('!', ''));
  const cut = timeKeyAt(isDown ? ms - lengthMs : ms + lengthMs + 1_000);
  if (isDown) return { low: cut > low && cut < high ? cut : low, high };
  return { low, high: cut < high && cut > low ? cut : high };
}

function limitsOf({ source, reading }: TimeWalk, from: readonly string[] | null, isDown: boolean): Stretch {
  const known = { low: source.oldest, high: justAfter(source.newest) };
  const reach = around(source.streams.map((stream) => reachOf(reading.search, stream)));
  const limits = common(common(known, stretchOfSearch(reading.search)), reach);
  if (from === null) return limits;
  return common(limits, isDown ? { low: '', high: justAfter(from[0]!) } : { low: from[0]!, high: timed.high });
}

/** One stretch to its end. */
async function* walkStretch(walk: TimeWalk, stretch: Stretch, from: readonly string[] | null): Batches {
  for (let place = from, { wanted } = walk; ; wanted = nextBatch(wanted, walk.reading.tuning)) {
    const found = await readStretch(walk, stretch, place, wanted);
    yield found;
    if (found.length < wanted) return;
    const last = found.at(-1)!;
    place = walk.keys.map(({ column }) => last[column as 'dt' | 'id' | 'collection']);
  }
}

type Row = readonly [pk: number, isInside: boolean | null, dt: string, id: string, collection: string];

/** The first rows of each stream, and of these the first of all. */
async function readStretch(
  { reading, source, keys, also = null }: TimeWalk,
  stretch: Stretch,
  from: readonly string[] | null,
  wanted: number,
): Promise<readonly PlacedCandidate[]> {
  const { search, query, snapshot } = reading;
  const own = from === null ? stretch : ofPlace(stretch, from[0]!, keys[0]!.isDescending);
  // A stream that ends before a stretch begins needs no look.
  const spanOf = (at: number): Stretch => (stretch === untimed ? untimed : source.spans[at]!);
  const streams = source.streams
    .map((stream, at) => ({ stream, ...common(common(own, reachOf(search, stream)), spanOf(at)) }))
    .filter((each) => !isEmpty(each));
  if (streams.length === 0) return [];
  const { surelyInside } = search;
  const rows = source.of === 'collections' ? search.rows : search.rowsAnywhere;
  const { table, within } = partOf(snapshot, around(streams));
  const { sql, params } = allOf([within, rows, also, from && comesAfter(keys, from, 'r.')]);
  const text = `SELECT r.pk, r.inside, r.dt, r.id, r.collection
    FROM unnest(?::bigint[], ?::text[], ?::text[]) AS t (stream, low, high) CROSS JOIN LATERAL (
      SELECT r.pk, ${surelyInside.sql} AS inside, r.dt, r.id, r.collection FROM ${table} r
       WHERE r.stream = t.stream AND r.dt >= t.low AND r.dt < t.high AND ${sql}
       ORDER BY ${orderBy(keys, 'r.')} LIMIT ?) r
    ORDER BY ${orderBy(keys, 'r.')} LIMIT ?`;
  const found = await query<Row>(text, [
    streams.map(({ stream }) => stream),
    streams.map((each) => each.low),
    streams.map((each) => each.high),
    ...surelyInside.params,
    ...params,
    wanted,
    wanted,
  ]);
  return found.map(([pk, isInside, dt, id, collection]) => ({ pk, isInside: isInside === true, dt, id, collection }));
}

const ofPlace = (stretch: Stretch, dt: string, isDown: boolean): Stretch =>
  common(stretch, isDown ? { low: '', high: justAfter(dt) } : { low: dt, high: timed.high });
