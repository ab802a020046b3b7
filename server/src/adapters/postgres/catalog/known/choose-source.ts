import { coversOf } from '../../../../catalog/plan/cover-area.ts';
import { rangeOfCollection, rangeOfWorld } from '../../../../catalog/plan/streams.ts';
import { partOf, shareOf } from '../../../sql/search/source-share.ts';
import { timeKeyMs } from '../../../../catalog/time-key.ts';
import { narrowStreams } from './narrow-streams.ts';
import { type StreamRows, readStreams } from './read-streams.ts';
import type { Reading } from '../search/reading.ts';
import { itemsIn, knowCollections } from './snapshot.ts';

/** The streams to walk, with what is known of them. */
export type Source = StreamRows & {
  /** About how many of the rows pass the tests. */
  readonly share: number;
  /** Streams of collections hold nothing of others; in streams of cells an item may stand several times. */
  readonly of: 'world' | 'collections' | 'cells';
};

const leastShare = 0.005;
/** Beyond this the world with a test of the collection is the better walk. */
const mostCollections = 64;
/** Microseconds: finding the first row of a stream, and looking at one more. */
const streamCost = 12;
const rowCost = 0.5;

/** All of one collection. */
export const sourceOfCollection = ({ search }: Reading, rows: StreamRows): Source => ({
  ...rows,
  share: Math.max(leastShare, search.passing * shareOf(search.boxes)),
  of: 'collections',
});

/** The fewest rows: cells of the area, streams of the collections, or the world. */
export async function chooseSource(reading: Reading, wanted = Infinity): Promise<Source> {
  const { search, snapshot, query } = reading;
  const { collections, boxes, area } = search;
  if (collections !== null) await knowCollections(query, snapshot, collections);
  const passing = (search.passing * itemsIn(snapshot, collections)) / Math.max(1, snapshot.items);
  const numbers = collections?.flatMap((id) => snapshot.collections.get(id)?.number ?? []);
  const isByCollection = numbers !== undefined && numbers.length <= mostCollections;
  // All rows are looked at where everything is wanted: then the finest cells are best.
  const covers = boxes === null ? [] : coversOf(boxes, area?.geometry ?? null, wanted === Infinity ? 1 : 2);
  const whole = isByCollection ? numbers.map(rangeOfCollection) : [rangeOfWorld];
  const [all, ...covered] = await readStreams(query, snapshot, [whole, ...covers.map(({ ranges }) => ranges)]);
  const cells = isByCollection ? covered.map((each) => narrowStreams(each, all!)) : covered;
  const ofRows = isByCollection ? search.passing : passing;
  const plain: Source = {
    ...all!,
    share: Math.max(leastShare, ofRows * shareOf(boxes)),
    of: isByCollection ? 'collections' : 'world',
  };
  const [finest] = cells;
  if (finest === undefined) return plain;
  const inside = Math.max(1, finest.rows * covers[0]!.share);
  const looked = Math.min(partOf(finest, search.datetime, timeKeyMs), wanted / passing / inside);
  const costOf = ({ streams, rows }: StreamRows) => streams.length * streamCost + rows * rowCost * looked;
  const best = cells.reduce((least, each) => (costOf(each) < costOf(least) ? each : least));
  if (best.rows >= plain.rows) return plain;
  return { ...best, share: Math.max(leastShare, Math.min(1, inside / best.rows) * passing), of: 'cells' };
}
