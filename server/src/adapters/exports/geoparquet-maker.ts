import type { JsonObject } from '../../catalog/refuse.ts';
import { createGeoParquetEncoder } from '../geoparquet/encode.ts';
import type { FileMaker } from './file-maker.ts';

/** They stand at the end of the file, which readers read first. */
const mostCollections = 1_000;

/** A stac-geoparquet file that also says what the collections of its items are. */
export function createGeoParquetMaker(readCollection: (id: string) => Promise<JsonObject | null>): FileMaker {
  const seen = new Set<string>();
  // Asked for once all is written; an id may be the name of a member that every object has.
  const collections = Object.create(null) as Record<string, unknown>;
  const encoder = createGeoParquetEncoder({ collections });
  return {
    add(items, from) {
      for (const { collection } of from) seen.add(collection);
      return encoder.encode(items);
    },
    async *end() {
      if (seen.size <= mostCollections)
        for (const id of seen) {
          const document = await readCollection(id);
          if (document !== null) collections[id] = document;
        }
      yield encoder.finish();
    },
    close: () => undefined,
  };
}
