import { readItemTimes } from '../../catalog/item-times.ts';
import { type PagePosition, readPageToken } from '../../catalog/page-token.ts';
import type { Catalog, StoredItem } from '../../catalog/ports.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { idAlone } from '../../catalog/shown/ids-alone.ts';
import { sortValuesReader } from '../../catalog/sort-value.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { ThreadCatalog, ThreadCatalogOptions } from './thread-catalog.ts';

const usualChunkBytes = 1_048_576;
/**
 * Items of a page: few at first, so that the first are there soon; then as many as fill some chunks: an order that no
 * index has is made anew for each page.
 */
const fewest = 64;
const most = 16_384;
const chunksAPage = 16;

/** Pages of a search, cut into chunks; each page goes on from the last item that was given, whatever is written between. */
export function createPagedChunks(
  { search }: Pick<Catalog, 'search'>,
  { chunkBytes = usualChunkBytes }: ThreadCatalogOptions,
): ThreadCatalog['chunks'] {
  return (request, visibility, { signal }) => {
    const valuesOf = sortValuesReader(request.sort);
    let position: PagePosition | null = request.position;
    let { limit: left, skip } = request;
    let pageSize = fewest;
    let ready: readonly StoredItem[] = [];

    const page = (from: PagePosition | null, limit: number, passedOver: number, fields = request.fields) =>
      search({ ...request, position: from, skip: passedOver, limit, fields, count: 'none' }, visibility, { signal });

    async function readPage(): Promise<void> {
      const { found } = await page(position, Math.min(pageSize, left), skip);
      ready = found;
      const bytes = found.reduce((sum, item) => sum + item.bytes.length, 0);
      if (bytes > 0)
        pageSize = Math.max(
          1,
          Math.min(most, 4 * pageSize, Math.ceil((found.length * chunksAPage * chunkBytes) / bytes)),
        );
    }

    /** The items that fill a chunk, off the page. */
    function takeChunk(): readonly StoredItem[] {
      let [count, bytes] = [0, 0];
      while (count < ready.length && bytes < chunkBytes) bytes += ready[count++]!.bytes.length;
      const chunk = ready.slice(0, count);
      ready = ready.slice(count);
      return chunk;
    }

    /** How many there are from here on, up to so many; their documents are read when they are given. */
    async function countOn(atMost: number, first: number): Promise<number> {
      let [from, passedOver, count] = [position, first, 0];
      while (count < atMost) {
        const { found, next } = await page(from, Math.min(most, atMost - count), passedOver, idAlone);
        count += found.length;
        if (next === null) break;
        [from, passedOver] = [readPageToken(next, request.sort), 0];
      }
      return count;
    }

    /** By its time alone: of what an earlier release stored not everything would be taken today. */
    function after({ id, collection, bytes }: StoredItem): PagePosition {
      const document = documentOf(bytes);
      const { dt } = readItemTimes(document['properties'] as JsonObject);
      return { isBackward: false, values: valuesOf({ id, collection, dt, document }) };
    }

    return {
      async next() {
        if (left <= 0) return [];
        if (ready.length === 0) await readPage();
        const chunk = takeChunk();
        if (chunk.length === 0) return chunk;
        position = after(chunk.at(-1)!);
        skip = 0;
        left -= chunk.length;
        return chunk;
      },
      position: () => position,
      lookAhead: () => countOn(left + 1, skip),
      isMore: async () => (await countOn(1, 0)) > 0,
      async matched() {
        const counted = { ...request, position: null, skip: 0, limit: 0, count: 'cheap' } as const;
        const { matched } = await search(counted, visibility, { signal });
        return matched?.isExact === true ? matched.atLeast : null;
      },
    };
  };
}
