import type { NeededWords } from '../../../../catalog/text/implied-words.ts';
import { packedMs } from '../../../../catalog/plan/packed-time.ts';
import { partOf } from '../../../sql/search/source-share.ts';
import type { Source } from '../known/choose-source.ts';
import { costOfEntry } from '../search/fewest-rows.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import type { Reading } from '../reading/reading.ts';
import { createSortValues } from '../reading/sort-values.ts';
import { isOrderOfTime } from '../../../sql/search/sort-order.ts';
import { type Way, placeIn, timeWalk, valuesInRows } from './walk-in-order.ts';
import { type Candidate, walkTime } from './walk-time.ts';
import { walkWords } from './walk-words.ts';

/** More of them are merged at the cost of as many look-ups for every slab. */
const mostWords = 8;
/** Microseconds: finding the first row of a stream. */
const streamCost = 7;

/** The source with the share of its rows that have the text too. */
export const withText = ({ text }: PreparedSearch, source: Source): Source =>
  text === null ? source : { ...source, share: source.share * text.share };

/** The words whose own list is walked, where that costs less than walking the streams and reading every text. */
export function bestWords(reading: Reading, source: Source, want: number): NeededWords | null {
  const { search, snapshot, tuning } = reading;
  const [rarest] = search.text?.needed ?? [];
  if (rarest === undefined || rarest.words.length > mostWords || !isOrderOfTime(search.sort)) return null;
  const part = partOf(source, search.datetime, packedMs);
  const rows = source.rows * part;
  const found = Math.max(1, rows * source.share);
  const listed = Math.max(1, Math.min(rarest.items, snapshot.items) * part);
  const byStreams = Math.min(rows, (want * rows) / found) * costOfEntry(reading) + source.streams.length * streamCost;
  const byWords = Math.min(listed, (want * listed) / found) * tuning.lookUpCost;
  return byWords < byStreams ? rarest : null;
}

/** In another order than that of time: the words to gather by, where few have them for how much an index would show. */
export function fewWords(reading: Reading, source: Source, want: number): number | null {
  const { search, tuning } = reading;
  const [rarest] = search.text?.needed ?? [];
  if (rarest === undefined || isOrderOfTime(search.sort)) return null;
  const shown = Math.min(source.rows, want / source.share);
  const most = (shown * (tuning.lookUpCost + tuning.textCost)) / tuning.lookUpCost;
  return rarest.items <= Math.min(most, tuning.mostGathered) ? 2 * rarest.items + tuning.firstProbe : null;
}

/** Goes on by the streams where the list has cost more than they would: what has the words lies elsewhere. */
export function* walkByWords(
  reading: Reading,
  source: Source,
  way: Way,
  { words }: NeededWords,
): Generator<readonly Candidate[]> {
  const { search, snapshot, prepare, effort, tuning } = reading;
  const walk = timeWalk(reading, source, way, search.sort, placeIn(way, search.sort));
  const before = effort.scanned();
  let last: number | null = null;
  for (const batch of walkWords({ ...walk, words })) {
    yield batch;
    last = batch.at(-1)?.[0] ?? last;
    if ((effort.scanned() - before) * tuning.lookUpCost <= source.rows * costOfEntry(reading)) continue;
    const valuesOf = createSortValues(search.sort, snapshot, prepare, effort);
    return yield* walkTime({ ...walk, after: last === null ? walk.after : valuesInRows(valuesOf(last), search.sort) });
  }
}
