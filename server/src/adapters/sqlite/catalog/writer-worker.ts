import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../../threads/lower-priority.ts';
import { serveWrites } from '../serve-writes.ts';
import { upgradeCatalogue } from './upgrade.ts';
import { openForWriting } from './file/settings.ts';
import { settleAtStart } from './tend/settle-at-start.ts';
import type { FreshLimits } from './write/fresh-rows.ts';
import { createCatalogWorkshop } from './workshop.ts';

export type CatalogWriterData = {
  readonly file: string;
  readonly busyTimeoutMs: number;
  readonly declared: readonly string[];
  readonly summarised: readonly string[] | null;
  readonly freshLimits: FreshLimits;
};

const { file, busyTimeoutMs, declared, summarised, freshLimits } = workerData as CatalogWriterData;
const cacheMiB = 64;
/** A quarter of what a search gets, where there are too few processors for both. */
const niceness = 7;

// Somebody waits for every search, and for few loads.
lowerPriority(niceness);

await serveWrites({
  open: () => openForWriting(file, { busyTimeoutMs }, cacheMiB),
  upgrade: upgradeCatalogue,
  furnish(connection) {
    settleAtStart(connection, declared, summarised);
    return createCatalogWorkshop(connection, declared, freshLimits);
  },
});
