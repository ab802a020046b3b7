import type { ExportJob } from '../../exports/ports.ts';
import type { CatalogPlace } from '../thread-catalog/catalog-place.ts';
import type { ThreadCatalogOptions } from '../thread-catalog/thread-catalog.ts';
import type { StreamWork } from '../threads/streaming-pool.ts';

export type ExportWork = StreamWork<ExportJob>;

/** What the thread has made; it goes on once it is taken. */
export type Made = { readonly bytes: Uint8Array; readonly items: number };

export type ExportThreadData = {
  readonly place: CatalogPlace;
  /** For files that are not written from their beginning to their end. */
  readonly temporaryFolder: string;
};

/** Each document is read once: what searches remember of the file would be of no use. */
export const exportReading: ThreadCatalogOptions = { cacheKib: 4_096 };
