import type { ShownAttribute } from '../../wfs/attribute-table.ts';
import type { CatalogPlace } from '../thread-catalog/catalog-place.ts';
import type { StreamWork } from '../threads/streaming-pool.ts';
import type { PackedJob } from './packed-job.ts';
import type { ShelfPlace } from './shelf.ts';

export type FeatureWork = StreamWork<PackedJob>;

export type FeatureThreadData = {
  readonly place: CatalogPlace;
  /** For formats that are made as a file first. */
  readonly temporaryFolder: string;
  /** What features show, where not less is asked for. */
  readonly attributes: readonly ShownAttribute[];
  /** Of features that are kept, by the name of the output. */
  readonly shelves: Readonly<Record<string, ShelfPlace>>;
};
