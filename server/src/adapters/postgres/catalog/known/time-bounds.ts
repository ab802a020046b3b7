import { backReachOf, forwardReachOf } from '../../../../catalog/plan/duration-class.ts';
import { earlierBy, laterBy } from '../../../../catalog/plan/slab-times.ts';
import { type Stream, durationOf } from '../../../../catalog/plan/streams.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';

/** Times from `low` on and before `high`: what is just after a key is written as the key and a sign that no key has. */
export type Stretch = { readonly low: string; readonly high: string };

const justAfter = '!';
export const after = (key: string): string => `${key}${justAfter}`;

export const untimed: Stretch = { low: '', high: justAfter };
export const timed: Stretch = { low: justAfter, high: '~' };

export const common = (a: Stretch, b: Stretch): Stretch => ({
  low: a.low > b.low ? a.low : b.low,
  high: a.high < b.high ? a.high : b.high,
});

/** The stretch, and what has no time. */
export const withUntimed = ({ high }: Stretch): Stretch => ({
  low: '',
  high: high > untimed.high ? high : untimed.high,
});

/** The least that holds all of them. */
export const around = (all: readonly Stretch[]): Stretch => ({
  low: all.reduce((least, { low }) => (low < least ? low : least), timed.high),
  high: all.reduce((most, { high }) => (high > most ? high : most), ''),
});

export const isEmpty = ({ low, high }: Stretch): boolean => low >= high;

/** Where the times of items lie that can be found: implied by the filter, if not by the interval. */
export function stretchOfSearch({ times }: PreparedSearch): Stretch {
  return common(timed, {
    low: times?.from ?? timed.low,
    high: times?.to === undefined || times.to === null ? timed.high : after(times.to),
  });
}

/** Items of a stream lie near the interval: the index then passes over what does not. */
export function reachOf({ datetime }: PreparedSearch, stream: Stream): Stretch {
  if (datetime === null) return { low: '', high: timed.high };
  const { start, end } = datetime;
  const duration = durationOf(stream);
  return {
    low: start === null ? timed.low : earlierBy(start, forwardReachOf(duration)),
    high: end === null ? timed.high : after(laterBy(end, backReachOf(duration))),
  };
}
