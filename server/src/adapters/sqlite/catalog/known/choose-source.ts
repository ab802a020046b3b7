import { coversOf } from '../../../../catalog/plan/cover-area.ts';
import { packedMs } from '../../../../catalog/plan/packed-time.ts';
import {
  type Stream,
  type StreamRange,
  isHomeStream,
  isOfSmallestCells,
  rangeOfCollection,
  rangeOfWorld,
} from '../../../../catalog/plan/streams.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import { partOf, shareOf } from '../../../sql/search/source-share.ts';
import type { Prepare } from '../file/statements.ts';
import { type Snapshot, itemsIn } from './snapshot.ts';

/** The streams to walk, with what is known of them. */
export type Source = {
  readonly streams: readonly Stream[];
  /** Of each stream; '' where none of its entries has a time. */
  readonly reaches: readonly TimeReach[];
  /** Entries in them; an item may have several. */
  readonly rows: number;
  /** Packed; '' where no entry has a time. */
  readonly oldest: string;
  readonly newest: string;
  /** About how many of the rows pass the tests. */
  readonly share: number;
  /** Streams of collections hold nothing of others; in streams of cells an item may stand several times. */
  readonly of: SourceKind;
};
export type TimeReach = { readonly oldest: string; readonly newest: string };
type SourceKind = 'world' | 'collections' | 'cells';

const leastShare = 0.005;

/** Beyond this the world with a test of the collection is the better walk. */
const mostCollections = 64;

/** The fewest rows: cells of the area, streams of the collections, or the world. */
export function chooseSource(
  search: PreparedSearch,
  snapshot: Snapshot,
  prepare: Prepare,
  wanted: number = Infinity,
): Source {
  const choices: Source[] = [];
  const passing = (search.passing * itemsIn(snapshot, search.collections)) / Math.max(1, snapshot.items);
  const numbers = search.collections?.flatMap((id) => snapshot.collections.get(id)?.number ?? []);
  if (numbers !== undefined && numbers.length <= mostCollections)
    choices.push(readSource(numbers.map(rangeOfCollection), 'collections', snapshot, prepare));
  const cells = sourceOfCells(search, snapshot, prepare, wanted / passing);
  if (cells !== null) choices.push({ ...cells, share: Math.max(leastShare, cells.share * passing) });
  if (choices.length === 0) choices.push(readSource([rangeOfWorld], 'world', snapshot, prepare));
  const best = choices.reduce((least, each) => (each.rows < least.rows ? each : least));
  if (best.of === 'cells') return best;
  const ofRows = best.of === 'collections' ? search.passing : passing;
  return { ...best, share: Math.max(leastShare, ofRows * shareOf(search.boxes)) };
}

/** Microseconds: finding the first row of a stream, and looking at one more. */
const streamCost = 7;
const rowCost = 0.25;

/** The cells that cost least until `wanted` of their rows lie inside; null where cells are of no use. */
function sourceOfCells(
  { boxes, area, datetime }: PreparedSearch,
  snapshot: Snapshot,
  prepare: Prepare,
  wanted: number,
) {
  // All rows are looked at where everything is wanted: then the finest cells are best.
  // Every cell that a box touches is needed where the area is that box.
  const shape = area === null || area.isBox ? null : area.geometry;
  const covers = boxes === null ? [] : coversOf(boxes, shape, wanted === Infinity ? 1 : 2);
  const sources = covers.map(({ ranges }) => readSource(ranges, 'cells', snapshot, prepare));
  const [finest] = sources;
  if (finest === undefined) return null;
  const inside = Math.max(1, finest.rows * covers[0]!.share);
  const looked = Math.min(partOf(finest, datetime, packedMs), wanted / inside);
  const costOf = ({ streams, rows }: Source): number => streams.length * streamCost + rows * rowCost * looked;
  const best = sources.reduce((least, each) => (costOf(each) < costOf(least) ? each : least));
  return { ...best, share: Math.min(1, inside / best.rows) };
}

/** What is known of a stream. */
export type Stat = readonly [stream: number, items: number, oldest: string, newest: string];

const mostRanges = 1_000;

/** Only the streams that hold something, and how much. */
export const readSource = (
  ranges: readonly StreamRange[],
  of: SourceKind,
  { sources, ranges: known }: Snapshot,
  prepare: Prepare,
): Source => sources(ranges, () => sum(ranges, of, (range) => readStats(range, known, prepare)));

/** Areas beside each other have their large cells in common; of the smallest ones there are too many to remember. */
function readStats(range: StreamRange, known: Map<string, readonly Stat[]>, prepare: Prepare): readonly Stat[] {
  if (isOfSmallestCells(range.first)) return statsIn(range, prepare);
  const key = `${range.first} ${range.last}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const stats = statsIn(range, prepare);
  if (known.size >= mostRanges) known.clear();
  known.set(key, stats);
  return stats;
}

const statsIn = ({ first, last }: StreamRange, prepare: Prepare): readonly Stat[] =>
  prepare('SELECT stream, items, oldest, newest FROM stream_facts WHERE stream BETWEEN ? AND ?').all(
    first,
    last,
  ) as unknown as readonly Stat[];

function sum(ranges: readonly StreamRange[], of: SourceKind, statsOf: (range: StreamRange) => readonly Stat[]): Source {
  const streams = new Map<Stream, TimeReach>();
  let rows = 0;
  let oldest = '';
  let newest = '';
  for (const range of ranges)
    for (const [stream, items, from, to] of statsOf(range)) {
      if (items === 0 || streams.has(stream) || (range.isHomeOnly && !isHomeStream(stream))) continue;
      streams.set(stream, { oldest: from, newest: to });
      rows += items;
      if (to === '') continue;
      if (oldest === '' || from < oldest) oldest = from;
      if (to > newest) newest = to;
    }
  return { streams: [...streams.keys()], reaches: [...streams.values()], rows, oldest, newest, share: 1, of };
}

/** Lists of a few lengths alone, so that few statements are prepared: the last one is repeated. */
export function padded<T>(values: readonly T[]): { readonly marks: string; readonly params: readonly T[] } {
  let length = 1;
  while (length < values.length) length *= 2;
  const params = [...values];
  while (params.length < length) params.push(values.at(-1)!);
  return { marks: `?${',?'.repeat(length - 1)}`, params };
}
