import { type Stream, type StreamRange, isHomeStream } from '../../../../catalog/plan/streams.ts';
import type { Query } from '../database/query.ts';
import type { Snapshot } from './snapshot.ts';
import { type Stretch, after } from './time-bounds.ts';

/** Streams that hold something, and how much. */
export type StreamRows = {
  readonly streams: readonly Stream[];
  /** Of each of them: where the times of its entries lie, empty where none has a time. */
  readonly spans: readonly Stretch[];
  /** Entries in them; an item may have several. */
  readonly rows: number;
  /** '' where no entry has a time. */
  readonly oldest: string;
  readonly newest: string;
};

const read = `SELECT g.list, t.stream, t.items, t.oldest, t.newest
  FROM unnest(?::int[], ?::bigint[], ?::bigint[]) AS g (list, first, last)
  CROSS JOIN LATERAL (SELECT * FROM catalog_streams t WHERE t.stream BETWEEN g.first AND g.last OFFSET 0) t`;

type Row = readonly [list: number, stream: Stream, items: number, oldest: string, newest: string];

const mostRemembered = 1_000;

const keyOf = (ranges: readonly StreamRange[]): string =>
  ranges.map(({ first, last, isHomeOnly }) => `${first} ${last} ${isHomeOnly}`).join();

/** For each list of ranges; remembered while nobody writes, for areas are asked for again. */
export async function readStreams(
  query: Query,
  { sources }: Snapshot,
  lists: readonly (readonly StreamRange[])[],
): Promise<readonly StreamRows[]> {
  // Held here: what is remembered may be forgotten while the others are read.
  const known = lists.map((ranges) => sources.get(keyOf(ranges)));
  const missing = lists.filter((_, at) => known[at] === undefined);
  if (missing.length > 0) {
    const parts = missing.flatMap((ranges, list) => ranges.map((range) => ({ list, ...range })));
    const rows = await query<Row>(read, [
      parts.map(({ list }) => list),
      parts.map(({ first }) => first),
      parts.map(({ last }) => last),
    ]);
    if (sources.size >= mostRemembered) sources.clear();
    for (const [list, ranges] of missing.entries())
      sources.set(
        keyOf(ranges),
        sum(
          ranges,
          rows.filter((row) => row[0] === list),
        ),
      );
  }
  return lists.map((ranges, at) => known[at] ?? sources.get(keyOf(ranges))!);
}

function sum(ranges: readonly StreamRange[], rows: readonly Row[]): StreamRows {
  const isWanted = (stream: Stream): boolean =>
    isHomeStream(stream) ||
    ranges.some(({ first, last, isHomeOnly }) => !isHomeOnly && stream >= first && stream <= last);
  const spans = new Map<Stream, Stretch>();
  let [count, oldest, newest] = [0, '', ''];
  for (const [, stream, items, from, to] of rows) {
    if (items === 0 || spans.has(stream) || !isWanted(stream)) continue;
    spans.set(stream, { low: from, high: to === '' ? '' : after(to) });
    count += items;
    if (to === '') continue;
    if (oldest === '' || from < oldest) oldest = from;
    if (to > newest) newest = to;
  }
  return { streams: [...spans.keys()], spans: [...spans.values()], rows: count, oldest, newest };
}
