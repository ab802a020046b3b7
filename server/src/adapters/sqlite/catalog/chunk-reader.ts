import type { StoredItem } from '../../../catalog/ports.ts';
import type { PagePosition } from '../../../catalog/page-token.ts';
import type { SearchRequest } from '../../../catalog/search-request.ts';
import type { Visibility } from '../../../catalog/visibility.ts';
import type { Connection } from '../driver.ts';
import { knownCount } from './count-items.ts';
import { isUnconditional, readDocuments, startReading } from './search-page.ts';
import { findInOrder } from './find-in-order.ts';
import type { Reading } from './reading.ts';
import { createSearchNeeds, readMoment } from './searcher.ts';
import { createSortValues } from './sort-values.ts';
import { type Tuning, usualTuning } from './tuning.ts';
import type { Way } from './walk-in-order.ts';

/** Gives what a search finds in its order, some at a time; nothing once all was given. */
export type ChunkReader = {
  next(): readonly StoredItem[];
  /** Where the last item that was given stands in the order; where to begin as long as none was. */
  position(): PagePosition | null;
  /** Finds all that is still to be given, and says how many that is; one more than the limit where it leaves some out. */
  lookAhead(): number;
  /** Whether anything comes after the last item that was given, whatever the limit. */
  isMore(): boolean;
  /** How many items the search has, where the store knows it without looking; null where it does not. */
  matched(): number | null;
};

export type ChunkReaders = (request: SearchRequest, visibility: Visibility, isCancelled: () => boolean) => ChunkReader;

export type ChunkOptions = {
  /** A chunk ends with the item that reaches it. */
  readonly chunkBytes?: number;
  readonly tuning?: Tuning;
};

const usualChunkBytes = 1_048_576;
/** Items that are found at once: few at first, so that the first are there soon. */
const fewest = 256;
const most = 16_384;

/** Nobody waits for one answer: a search may read as many documents as it takes. */
const patientTuning: Tuning = { ...usualTuning, mostDocuments: Number.MAX_SAFE_INTEGER };

/** Reads on one connection, each chunk in a transaction of its own: whoever takes long to use it holds nobody up. */
export function createChunkReaders(
  connection: Connection,
  { chunkBytes = usualChunkBytes, tuning = patientTuning }: ChunkOptions = {},
): ChunkReaders {
  const needs = createSearchNeeds(connection, tuning);
  const { prepare, effort } = needs;
  const storeVersion = (): number => (prepare('PRAGMA data_version').get() as [number])[0];

  return (request, visibility, isCancelled) => {
    let position: PagePosition | null = request.position;
    let left = request.limit;
    let { skip } = request;
    let want = fewest >> 2;
    // What was found and not read yet, true while nobody has written since.
    let ahead: { readonly version: number; readonly pks: readonly number[]; from: number } = {
      version: -1,
      pks: [],
      from: 0,
    };
    const moment = <T>(read: () => T): T => readMoment(connection, effort, isCancelled, read);
    const start = () => startReading(needs, { ...request, position, skip: 0 }, visibility);

    /** What is passed over was found too, and counts for nothing but itself. */
    function find(version: number, some: number, atMost: number): void {
      const reading = start();
      const way = { position, isBackward: false, want: skip + some };
      const pks = reading === null ? [] : findSome(reading, way, skip + atMost);
      ahead = { version, pks, from: skip };
      // From here on it is counted from the last item that was passed over.
      if (pks.length > skip && skip > 0) placeAfter(pks[skip - 1]!);
    }

    function placeAfter(pk: number): void {
      const valuesOf = createSortValues(request.sort, needs.snapshot(), prepare, effort);
      position = { isBackward: false, values: valuesOf(pk) };
      skip = 0;
    }

    function read(): readonly StoredItem[] {
      const version = storeVersion();
      const isLost = ahead.from < ahead.pks.length;
      if (!isLost || ahead.version !== version) {
        want = isLost ? Math.max(fewest, want >> 2) : Math.min(most, want << 2);
        find(version, want, left);
      }
      const items: StoredItem[] = [];
      let bytes = 0;
      while (ahead.from < ahead.pks.length && items.length < left && bytes < chunkBytes) {
        const [item] = readDocuments(prepare, [ahead.pks[ahead.from++]!]);
        items.push(item!);
        bytes += item!.bytes.length;
      }
      if (items.length === 0) return items;
      placeAfter(ahead.pks[ahead.from - 1]!);
      left -= items.length;
      return items;
    }

    return {
      next: () => (left <= 0 ? [] : moment(read)),
      position: () => position,
      lookAhead: () =>
        moment(() => {
          find(storeVersion(), left + 1, left + 1);
          return Math.max(0, ahead.pks.length - ahead.from);
        }),
      isMore: () =>
        moment(() => {
          const reading = start();
          return reading !== null && findInOrder(reading, { position, isBackward: false, want: 1 }).length > 0;
        }),
      matched: () =>
        moment(() => {
          const reading = startReading(needs, { ...request, position: null, skip: 0 }, visibility);
          return reading === null ? 0 : (knownCount(reading, isUnconditional(request))?.atLeast ?? null);
        }),
    };
  };
}

/** All of them where all had to be gathered anyway. */
function findSome(reading: Reading, way: Way, left: number): readonly number[] {
  const found = findInOrder(reading, { ...way, want: Math.min(way.want, left) });
  return reading.gathered === null ? found : findInOrder(reading, { ...way, want: left });
}
