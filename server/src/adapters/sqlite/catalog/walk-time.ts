import {
  type DurationClass,
  backReachOf,
  durationClasses,
  forwardReachOf,
} from '../../../catalog/plan/duration-class.ts';
import { earlierBy, firstLengthMs, laterBy, nextLengthMs, timeKeyAt } from '../../../catalog/plan/slab-times.ts';
import type { SqlCondition } from '../../../catalog/plan/compile-sql.ts';
import { type Stream, durationOf } from '../../../catalog/plan/streams.ts';
import { timeKeyMs } from '../../../catalog/time-key.ts';
import { type Source, padded } from './choose-source.ts';
import type { PreparedSearch } from './prepared-search.ts';
import { allOf } from './row-conditions.ts';
import type { Prepare } from './snapshot.ts';
import { type OrderKey, comesAfter, orderBy } from './sort-order.ts';

/** `isInside`: 1 where the footprint needs no look. */
export type Candidate = readonly [pk: number, isInside: number];

export type Walk = {
  readonly search: PreparedSearch;
  readonly source: Source;
  readonly prepare: Prepare;
  /** Starts with the time; directions are those of the walk. */
  readonly keys: readonly OrderKey[];
  /** Where the walk starts, '' for a missing time; null at its very beginning. */
  readonly after: readonly (string | number)[] | null;
  /** Missing times are last in the asked order, so they are first where it is walked backwards. */
  readonly isUntimedFirst: boolean;
  /** Rows that one statement should bring. */
  readonly wanted: number;
  readonly also?: SqlCondition;
};

/** An end of a slab; `isIn` where the key itself belongs to it. */
type Bound = { readonly key: string; readonly isIn: boolean };

/** Candidates in order, in batches, one slab of time after the other; items may come more than once within a batch. */
export function* walkTime(walk: Walk): Generator<readonly Candidate[]> {
  const { after, keys, isUntimedFirst } = walk;
  const isFromUntimed = after !== null && after[0] === '';
  if (isUntimedFirst && (after === null || isFromUntimed)) yield* walkUntimed(walk, after);
  if (isUntimedFirst || !isFromUntimed) yield* walkSlabs(walk, isFromUntimed ? null : after, keys[0]!.isDescending);
  if (!isUntimedFirst) yield* walkUntimed(walk, isFromUntimed ? after : null);
}

function* walkSlabs(walk: Walk, after: Walk['after'], isDown: boolean): Generator<readonly Candidate[]> {
  const limits = limitsOf(walk);
  if (limits === null) return;
  let [low, high]: readonly [Bound, Bound] = [
    { key: limits.low, isIn: true },
    { key: limits.high, isIn: true },
  ];
  if (after !== null && isDown && String(after[0]) < high.key) high = { key: String(after[0]), isIn: true };
  if (after !== null && !isDown && String(after[0]) > low.key) low = { key: String(after[0]), isIn: true };
  // A batch has room for the same item from several cells.
  const target = walk.wanted / 2;
  let lengthMs = firstLengthMs(walk.source.oldest, walk.source.newest, walk.source.rows * walk.source.share, target);
  let from = after;
  let edge = edgeOf(walk, isDown, low, high);
  while (low.key < high.key || (low.key === high.key && low.isIn && high.isIn)) {
    const [slabLow, slabHigh] = isDown
      ? [laterOf(low, edge ?? { key: timeKeyAt(timeKeyMs(high.key) - lengthMs), isIn: true }), high]
      : [low, earlierOf(high, edge ?? { key: timeKeyAt(timeKeyMs(low.key) + lengthMs + 1_000), isIn: true })];
    const found = readSlab(walk, slabLow, slabHigh, from);
    if (found.length > 0) yield found;
    // A full batch: the slab has more, after the last one.
    if (found.length >= walk.wanted) {
      from = placeOf(walk, found.at(-1)![0]);
      if (isDown) high = { key: String(from[0]), isIn: true };
      else low = { key: String(from[0]), isIn: true };
      continue;
    }
    from = null;
    edge = null;
    if (isDown) high = { key: slabLow.key, isIn: !slabLow.isIn };
    else low = { key: slabHigh.key, isIn: !slabHigh.isIn };
    lengthMs = nextLengthMs(lengthMs, found.length, target);
  }
}

/** Beyond the interval there are only items that reach into it: one slab for them all. */
function edgeOf({ search }: Walk, isDown: boolean, low: Bound, high: Bound): Bound | null {
  const key = (isDown ? search.datetime?.end : search.datetime?.start) ?? null;
  return key !== null && low.key < key && key < high.key ? { key, isIn: false } : null;
}

const laterOf = (a: Bound, b: Bound): Bound => (a.key >= b.key ? a : b);
const earlierOf = (a: Bound, b: Bound): Bound => (a.key <= b.key ? a : b);

/** Where rows can be at all. */
function limitsOf({ source, search }: Walk): { readonly low: string; readonly high: string } | null {
  if (source.newest === '') return null;
  const durations = [...new Set(source.streams.map(durationOf))];
  const forward = Math.max(...durations.map(forwardReachOf));
  const back = Math.max(...durations.map(backReachOf));
  const { start = null, end = null } = search.datetime ?? {};
  const lows = [source.oldest, start === null ? '' : earlierBy(start, forward), search.times?.from ?? ''];
  const highs = [source.newest, end === null ? '~' : laterBy(end, back), search.times?.to ?? '~'];
  const low = lows.reduce((most, each) => (each > most ? each : most));
  const high = highs.reduce((least, each) => (each < least ? each : least));
  return low <= high ? { low, high } : null;
}

function readSlab(walk: Walk, low: Bound, high: Bound, after: Walk['after']): readonly Candidate[] {
  const within: SqlCondition = {
    sql: `r.dt ${low.isIn ? '>=' : '>'} ? AND r.dt ${high.isIn ? '<=' : '<'} ?`,
    params: [low.key, high.key],
  };
  return readEntries(walk, after, (duration) => {
    const reach = reachOf(walk.search, duration);
    const isApart = reach.low > high.key || reach.high < low.key || (reach.high === low.key && !low.isIn);
    return isApart ? null : allOf([within, reach.condition]);
  });
}

/** An item of the class lies near the interval: the index then passes over what does not. */
function reachOf({ datetime }: PreparedSearch, duration: DurationClass) {
  const { start = null, end = null } = datetime ?? {};
  const low = start === null ? '' : earlierBy(start, forwardReachOf(duration));
  const high = end === null ? '~' : laterBy(end, backReachOf(duration));
  const condition = allOf([
    start === null ? null : { sql: 'r.dt >= ?', params: [low] },
    end === null ? null : { sql: 'r.dt <= ?', params: [high] },
  ]);
  return { low, high, condition };
}

function* walkUntimed(walk: Walk, after: Walk['after']): Generator<readonly Candidate[]> {
  const { search, wanted } = walk;
  if (search.datetime !== null || search.times !== null) return;
  const none: SqlCondition = { sql: "r.dt = ''", params: [] };
  for (let from = after; ;) {
    const found = readEntries(walk, from, () => none);
    if (found.length > 0) yield found;
    if (found.length < wanted) return;
    from = placeOf(walk, found.at(-1)![0]);
  }
}

/** One statement: an arm for each class of duration where a datetime gives each its own range; null has none. */
function readEntries(
  walk: Walk,
  after: Walk['after'],
  times: (duration: DurationClass) => SqlCondition | null,
): readonly Candidate[] {
  const { search, source, prepare, keys, wanted } = walk;
  const position = after && comesAfter(keys, after, 'r.');
  const arms = groupsOf(walk).flatMap(({ streams, duration }) => {
    const within = times(duration);
    if (within === null) return [];
    const { marks, params } = padded(streams);
    return allOf([
      { sql: `r.stream IN (${marks})`, params },
      within,
      position,
      source.isOfCollections ? null : search.ofCollections,
      search.rows,
      walk.also ?? null,
    ]);
  });
  const { surelyInside } = search;
  if (arms.length === 0) return [];
  if (arms.length === 1) {
    const sql = `SELECT r.pk, ${surelyInside.sql} FROM entries r WHERE ${arms[0]!.sql} ORDER BY ${orderBy(keys, 'r.')} LIMIT ?`;
    return prepare(sql).all(...surelyInside.params, ...arms[0]!.params, wanted) as unknown as Candidate[];
  }
  const arm = `SELECT r.pk AS pk, ${surelyInside.sql} AS inside, r.dt AS dt, r.id AS id, r.collection AS collection FROM entries r WHERE `;
  const sql = `SELECT pk, inside FROM (${arms.map((each) => arm + each.sql).join(' UNION ALL ')}) ORDER BY ${orderBy(keys, '')} LIMIT ?`;
  const params = arms.flatMap((each) => [...surelyInside.params, ...each.params]);
  return prepare(sql).all(...params, wanted) as unknown as Candidate[];
}

type Group = { readonly streams: readonly Stream[]; readonly duration: DurationClass };

function groupsOf({ source, search }: Walk): readonly Group[] {
  const { streams } = source;
  if (streams.length === 0) return [];
  if (search.datetime === null) return [{ streams, duration: 0 }];
  return durationClasses
    .map((duration) => ({ duration, streams: streams.filter((stream) => durationOf(stream) === duration) }))
    .filter((group) => group.streams.length > 0);
}

/** A row's place in the order of the walk. */
export function placeOf({ prepare, keys }: Pick<Walk, 'prepare' | 'keys'>, pk: number): readonly (string | number)[] {
  const columns = keys.map(({ column }) => column).join(', ');
  return prepare(`SELECT ${columns} FROM items WHERE pk = ?`).get(pk) as (string | number)[];
}
