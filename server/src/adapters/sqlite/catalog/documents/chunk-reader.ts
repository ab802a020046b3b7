import type { StoredItem } from '../../../../catalog/ports.ts';
import type { PagePosition } from '../../../../catalog/page-token.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import type { Connection } from '../../driver.ts';
import { knownCount } from '../counting/count-items.ts';
import { type DocumentLines, joinLines, readLines } from './document-lines.ts';
import { isUnconditional } from '../../../sql/search/matched-count.ts';
import { startReading } from '../search/search-page.ts';
import { findInOrder } from '../search/find-in-order.ts';
import { createDocumentReader } from './read-documents.ts';
import type { Reading } from '../reading/reading.ts';
import { createSearchNeeds, readMoment } from '../search/searcher.ts';
import type { Prepare } from '../file/statements.ts';
import type { Snapshot } from '../known/snapshot.ts';
import { createSortValues } from '../reading/sort-values.ts';
import { type Tuning, usualTuning } from '../reading/tuning.ts';
import type { Way } from '../walks/walk-in-order.ts';

/** Gives what a search finds in its order, some at a time; nothing once all was given. */
export type ChunkReader = {
  /** Good until the next ones are asked for: they lie where those will. */
  next(): readonly StoredItem[];
  /** The same as lines; null once all was given. */
  nextLines(): DocumentLines | null;
  /** As lines, but for what lies ready in the stock. */
  nextOf(stock: Stock | null): DocumentLines | Stocked | null;
  /** Where the last item that was given stands in the order; where to begin as long as none was. */
  position(): PagePosition | null;
  /** Finds all that is still to be given, and says how many that is; one more than the limit where it leaves some out. */
  lookAhead(): number;
  /** The same where it is no more than so many and soon found; else null. */
  lookAheadShortly(few: number): number | null;
  /** Whether anything comes after the last item that was given, whatever the limit. */
  isMore(): boolean;
  /** How many items the search has, where the store knows it without looking; null where it does not. */
  matched(): number | null;
  /** Whatever is asked within sees one moment of the store, at the cost of one. */
  together<T>(ask: () => T): T;
};

export type ChunkReaders = (request: SearchRequest, visibility: Visibility, isCancelled: () => boolean) => ChunkReader;

/** What may lie ready already of the items with these keys, from the first on; asked within the moment of the search. */
export type Stock = { take(keys: readonly number[], prepare: Prepare, snapshot: Snapshot): Stocked | null };

/** Of so many items. */
export type Stocked = { readonly bytes: Uint8Array; readonly items: number };

/** Keys that were found, those from `from` on still to be read; `isAll` where nothing comes after them. */
type Ahead = {
  /** Of the moment it was found in; another one where somebody wrote since. */
  readonly snapshot: Snapshot | null;
  readonly pks: readonly number[];
  readonly isAll: boolean;
  from: number;
};

export type ChunkOptions = {
  /** A chunk ends with the item that reaches it. */
  readonly chunkBytes?: number;
  readonly cacheKib?: number;
  /** What takes longer is not found shortly. */
  readonly shortMs?: number;
  readonly tuning?: Tuning;
};

const usualChunkBytes = 1_048_576;
/** Items that are found at once: few at first, so that the first are there soon. */
const fewest = 256;
const most = 16_384;
const usualShortMs = 20;
/** Documents that are read at once as lines. */
const fewestLines = 32;
const mostLines = 512;

/** Nobody waits for one answer: a search may read as many documents as it takes. */
const patientTuning: Tuning = {
  ...usualTuning,
  cellRows: 150_000,
  fewRows: 2_048,
  mostDocuments: Number.MAX_SAFE_INTEGER,
};

/** Reads on one connection, each chunk in a transaction of its own: whoever takes long to use it holds nobody up. */
export function createChunkReaders(
  connection: Connection,
  { chunkBytes = usualChunkBytes, shortMs = usualShortMs, tuning = patientTuning, cacheKib }: ChunkOptions = {},
): ChunkReaders {
  const needs = createSearchNeeds(connection, tuning, cacheKib);
  const { prepare, effort } = needs;

  return (request, visibility, isCancelled) => {
    const readDocuments = createDocumentReader(prepare, chunkBytes);
    let position: PagePosition | null = request.position;
    let left = request.limit;
    let { skip } = request;
    let want = fewest >> 2;
    // What was found and not read yet, true while nobody has written since.
    let ahead: Ahead = { snapshot: null, pks: [], from: 0, isAll: false };
    // The last item of all, while nobody has asked where it stands.
    let unplaced: number | null = null;
    // Of the moment that is being read; null between moments.
    let seen: Snapshot | null = null;
    let isWithin = false;
    let linesAtOnce = fewestLines;
    // The search as it was planned, good while nobody has written since: it does not depend on the place.
    let started: { readonly snapshot: Snapshot; readonly reading: Reading | null } | null = null;
    const moment = <T>(read: () => T, isOver = isCancelled): T => {
      if (isWithin) {
        effort.begin(isOver);
        return read();
      }
      isWithin = true;
      try {
        return readMoment(connection, needs, isOver, read);
      } finally {
        isWithin = false;
        seen = null;
      }
    };
    const snapshotNow = (): Snapshot => (seen ??= needs.snapshot());
    const isOver = (): boolean => ahead.isAll && ahead.from >= ahead.pks.length;
    const start = (): Reading | null => {
      const snapshot = snapshotNow();
      if (started?.snapshot !== snapshot) started = { snapshot, reading: startReading(needs, request, visibility) };
      return started.reading;
    };

    /** What is passed over was found too, and counts for nothing but itself. */
    function find(some: number, atMost: number): void {
      settlePlace();
      const reading = start();
      const way = { position, isBackward: false, want: skip + some };
      const pks = reading === null ? [] : findSome(reading, way, skip + atMost);
      const isAll = pks.length < skip + Math.min(some, atMost);
      ahead = { snapshot: snapshotNow(), pks, from: skip, isAll };
      // From here on it is counted from the last item that was passed over.
      if (pks.length > skip && skip > 0) placeAfter(pks[skip - 1]!);
    }

    function placeAfter(pk: number): void {
      const valuesOf = createSortValues(request.sort, snapshotNow(), prepare, effort);
      position = { isBackward: false, values: valuesOf(pk) };
      skip = 0;
    }

    /** An item that is gone by now had nothing after it. */
    function settlePlace(): void {
      if (unplaced !== null && prepare('SELECT 1 FROM items WHERE pk = ?').get(unplaced) !== undefined)
        placeAfter(unplaced);
      unplaced = null;
    }

    function findUpTo(most: number): number {
      find(most, most);
      return Math.max(0, ahead.pks.length - ahead.from);
    }

    /** How many were found and are still to be read, at least one where there is any. */
    function ready(): number {
      const isLost = ahead.from < ahead.pks.length;
      if (isOver()) return 0;
      if (!isLost || ahead.snapshot !== snapshotNow()) {
        want = isLost ? Math.max(fewest, want >> 2) : Math.min(most, want << 2);
        find(want, left);
      }
      return Math.max(0, Math.min(left, ahead.pks.length - ahead.from));
    }

    function given(count: number): void {
      ahead.from += count;
      left -= count;
      const last = ahead.pks[ahead.from - 1]!;
      if (isOver()) unplaced = last;
      else placeAfter(last);
    }

    function read(): readonly StoredItem[] {
      const count = ready();
      const items = readDocuments(ahead.pks, ahead.from, ahead.from + count);
      if (items.length > 0) given(items.length);
      return items;
    }

    function readStocked(stock: Stock): Stocked | null {
      const most = Math.min(ready(), mostLines);
      const keys = ahead.pks.slice(ahead.from, ahead.from + most);
      const stocked = most === 0 ? null : stock.take(keys, prepare, snapshotNow());
      if (stocked !== null) given(stocked.items);
      return stocked;
    }

    function readSomeLines(): DocumentLines | null {
      const count = Math.min(ready(), linesAtOnce);
      if (count === 0) return null;
      const lines = readLines(prepare, ahead.pks.slice(ahead.from, ahead.from + count));
      if (lines === null) return joinLines(read());
      given(count);
      const wanted = Math.ceil((count * chunkBytes) / lines.bytes.length);
      linesAtOnce = Math.max(fewestLines, Math.min(mostLines, 4 * linesAtOnce, wanted));
      return lines;
    }

    return {
      next: () => (left <= 0 ? [] : moment(read)),
      position() {
        if (unplaced !== null) moment(settlePlace);
        return position;
      },
      nextLines: () => (left <= 0 ? null : moment(readSomeLines)),
      nextOf: (stock) =>
        left <= 0 || isOver() ? null : moment(() => (stock && readStocked(stock)) ?? readSomeLines()),
      lookAhead: () => moment(() => findUpTo(left + 1)),
      lookAheadShortly(few) {
        const endMs = performance.now() + shortMs;
        const isLate = () => performance.now() > endMs;
        try {
          const found = moment(
            () => findUpTo(Math.min(left, few) + 1),
            () => isCancelled() || isLate(),
          );
          return found > few ? null : found;
        } catch (error) {
          // SQLite says of its own errors alone what they are.
          if (isLate() && !isCancelled()) return null;
          throw error;
        }
      },
      isMore: () =>
        moment(() => {
          settlePlace();
          const reading = start();
          return reading !== null && findInOrder(reading, { position, isBackward: false, want: 1 }).length > 0;
        }),
      matched: () =>
        isUnconditional(request)
          ? moment(() => {
              const reading = start();
              return reading === null ? 0 : (knownCount(reading, true)?.atLeast ?? null);
            })
          : null,
      together: moment,
    };
  };
}

/** All of them where all had to be gathered anyway. */
function findSome(reading: Reading, way: Way, left: number): readonly number[] {
  const found = findInOrder(reading, { ...way, want: Math.min(way.want, left) });
  return reading.gathered === null ? found : findInOrder(reading, { ...way, want: left });
}
