import type { StoredItem } from '../../../catalog/ports.ts';
import type { PagePosition } from '../../../catalog/page-token.ts';
import type { SearchRequest } from '../../../catalog/search-request.ts';
import type { Visibility } from '../../../catalog/visibility.ts';
import type { Connection } from '../driver.ts';
import { readDocuments, startReading } from './search-page.ts';
import { findInOrder } from './find-in-order.ts';
import type { Reading } from './reading.ts';
import { createSearchNeeds, readMoment } from './searcher.ts';
import { createSortValues } from './sort-values.ts';
import { type Tuning, usualTuning } from './tuning.ts';
import type { Way } from './walk-in-order.ts';

/** Gives what a search finds in its order, some at a time; nothing once all was given. */
export type ChunkReader = { next(): readonly StoredItem[] };

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
    let want = fewest >> 2;
    // What was found and not read yet, true while nobody has written since.
    let ahead: { readonly version: number; pks: readonly number[] } = { version: -1, pks: [] };

    function find(version: number): void {
      const isLost = ahead.pks.length > 0;
      want = isLost ? Math.max(fewest, want >> 2) : Math.min(most, want << 2);
      const reading = startReading(needs, { ...request, position }, visibility);
      ahead = { version, pks: reading === null ? [] : findSome(reading, { position, isBackward: false, want }, left) };
    }

    function read(): readonly StoredItem[] {
      const version = storeVersion();
      if (ahead.pks.length === 0 || ahead.version !== version) find(version);
      const items: StoredItem[] = [];
      let bytes = 0;
      for (const pk of ahead.pks) {
        const [item] = readDocuments(prepare, [pk]);
        items.push(item!);
        bytes += item!.bytes.length;
        if (bytes >= chunkBytes) break;
      }
      if (items.length === 0) return items;
      const valuesOf = createSortValues(request.sort, needs.snapshot(), prepare, effort);
      position = { isBackward: false, values: valuesOf(ahead.pks[items.length - 1]!) };
      ahead = { version, pks: ahead.pks.slice(items.length) };
      left -= items.length;
      return items;
    }

    return {
      next() {
        if (left <= 0) return [];
        return readMoment(connection, effort, isCancelled, read);
      },
    };
  };
}

/** All of them where all had to be gathered anyway. */
function findSome(reading: Reading, way: Way, left: number): readonly number[] {
  const found = findInOrder(reading, { ...way, want: Math.min(way.want, left) });
  return reading.gathered === null ? found : findInOrder(reading, { ...way, want: left });
}
