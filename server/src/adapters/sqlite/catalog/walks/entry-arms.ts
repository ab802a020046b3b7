import {
  type DurationClass,
  backReachOf,
  durationClasses,
  forwardReachOf,
} from '../../../../catalog/plan/duration-class.ts';
import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { afterEveryTime, packedEarlier, packedLater } from '../../../../catalog/plan/packed-time.ts';
import { type Stream, durationOf } from '../../../../catalog/plan/streams.ts';
import { type Source, padded } from '../known/choose-source.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import { alive } from '../reading/alive.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { type OrderKey, comesAfter } from '../../../sql/search/sort-order.ts';

/** An end of a slab, a packed time; `isIn` where it belongs to the slab itself. */
export type Bound = { readonly key: string; readonly isIn: boolean };
export type Slab = { readonly low: Bound; readonly high: Bound };

const upTo = (key: string): Bound => ({ key, isIn: true });

/** The entries without a time, whose `dt` is ''. */
export const untimed: Slab = { low: upTo(''), high: upTo('') };
const anyTime: Slab = { low: upTo(''), high: upTo(afterEveryTime) };

export const laterOf = (a: Bound, b: Bound): Bound => (a.key >= b.key ? a : b);
export const earlierOf = (a: Bound, b: Bound): Bound => (a.key <= b.key ? a : b);

export const isEmpty = ({ low, high }: Slab): boolean =>
  low.key > high.key || (low.key === high.key && !(low.isIn && high.isIn));

export type Entries = {
  readonly search: PreparedSearch;
  readonly source: Source;
  readonly also?: SqlCondition | null;
};

/** A row's values of the keys, in the direction of a walk; `isCrowded` where thousands share its moment. */
export type Place = {
  readonly keys: readonly OrderKey[];
  readonly values: readonly (string | number)[];
  readonly isCrowded: boolean;
};

/** Conditions that together name a slab's entries: one for each class of duration where a datetime parts them. */
export function armsOf({ search, source, also = null }: Entries, slab: Slab, after: Place | null) {
  const rows = source.of === 'collections' ? search.rows : search.rowsAnywhere;
  const arms: SqlCondition[] = [];
  for (const { streams, duration } of groupsOf(streamsWithin(source, slab), search)) {
    const reach = reachOf(search, [duration]);
    const times = { low: laterOf(slab.low, reach.low), high: earlierOf(slab.high, reach.high) };
    const { marks, params } = padded(streams);
    const ofStreams = { sql: `r.stream IN (${marks})`, params };
    for (const { slab: part, position } of stretchesOf(times, after))
      if (!isEmpty(part)) arms.push(allOf([ofStreams, within(part), alive, position, rows, also]));
  }
  return arms;
}

/** Those that have entries there; what has no time lies at ''. */
const streamsWithin = ({ streams, reaches }: Source, { low, high }: Slab): readonly Stream[] =>
  low.key === '' ? streams : streams.filter((_, i) => reaches[i]!.newest >= low.key && reaches[i]!.oldest <= high.key);

type Stretch = { readonly slab: Slab; readonly position: SqlCondition | null };

/** In a crowd the place's own moment apart: the index knows where it is among them. */
function stretchesOf(slab: Slab, after: Place | null): readonly Stretch[] {
  if (after === null) return [{ slab, position: null }];
  const { keys, values, isCrowded } = after;
  if (!isCrowded) return [{ slab, position: comesAfter(keys, values, 'r.') }];
  const [dt, next, ...others] = values;
  const [time, second] = keys;
  const own = upTo(String(dt));
  const beyond = { key: own.key, isIn: false };
  const index =
    second?.column === 'id' ? { sql: `r.id ${second.isDescending ? '<=' : '>='} ?`, params: [next!] } : null;
  return [
    {
      slab: { low: laterOf(slab.low, own), high: earlierOf(slab.high, own) },
      position: allOf([index, comesAfter(keys.slice(1), [next!, ...others], 'r.')]),
    },
    {
      slab: time!.isDescending
        ? { low: slab.low, high: earlierOf(beyond, slab.high) }
        : { low: laterOf(beyond, slab.low), high: slab.high },
      position: null,
    },
  ];
}

const within = ({ low, high }: Slab): SqlCondition =>
  low.key === high.key
    ? { sql: 'r.dt = ?', params: [low.key] }
    : { sql: `r.dt ${low.isIn ? '>=' : '>'} ? AND r.dt ${high.isIn ? '<=' : '<'} ?`, params: [low.key, high.key] };

/** Where the times of entries lie that can be found; what has no time is among them only where no time was asked for. */
export function timesOf({ search, source }: Entries): Slab {
  const { low, high } =
    search.datetime === null ? anyTime : reachOf(search, [...new Set(source.streams.map(durationOf))]);
  const { from, to } = search.times ?? { from: null, to: null };
  return {
    low: from === null ? low : laterOf(low, upTo(from)),
    high: to === null ? high : earlierOf(high, upTo(to)),
  };
}

/** Items of the classes lie near the interval: the index then passes over what does not. */
function reachOf({ datetime }: PreparedSearch, durations: readonly DurationClass[]): Slab {
  if (datetime === null) return anyTime;
  const { start, end } = datetime;
  return {
    low: start === null ? anyTime.low : upTo(packedEarlier(start, Math.max(...durations.map(forwardReachOf)))),
    high: end === null ? anyTime.high : upTo(packedLater(end, Math.max(...durations.map(backReachOf)))),
  };
}

type Group = { readonly streams: readonly Stream[]; readonly duration: DurationClass };

const longestArm = 10_000;

function groupsOf(streams: readonly Stream[], { datetime, rowsAnywhere }: PreparedSearch): readonly Group[] {
  if (streams.length === 0) return [];
  if (datetime === null) return [{ streams, duration: 0 }];
  // Said once for each class, a long filter would be more than SQLite takes; the last class reaches farthest.
  if (rowsAnywhere.sql.length > longestArm) return [{ streams, duration: 7 }];
  const groups = durationClasses.map((duration) => ({ duration, streams: [] as Stream[] }));
  for (const stream of streams) groups[durationOf(stream)]!.streams.push(stream);
  return groups.filter((group) => group.streams.length > 0);
}
