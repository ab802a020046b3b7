import { stat } from 'node:fs/promises';
import { unavailableReason as busyReason } from '../adapters/sqlite/driver.ts';
import type { Catalog } from '../catalog/ports.ts';
import type { Config } from '../config.ts';
import type { JobWishes } from '../ingest/jobs/job.ts';
import type { CheckpointStore } from '../ingest/ports.ts';
import type { IngestCatalog } from '../ingest/run-ingest.ts';
import { openCatalogAlone, openCatalogBeside } from '../open-catalog.ts';
import { PlatformError } from '../shared/errors.ts';
import { noticesTo } from '../shared/log.ts';

/** Where an ingest stores, and how its checkpoints are told of that. */
export type IngestStores = {
  readonly catalog: IngestCatalog;
  /** For imagery, which asks what is known already; null where it is not to be brought. */
  readonly imagery: Catalog | null;
  checkpoints(files: CheckpointStore): CheckpointStore;
  /** Entries that are stored together, where the store knows it better than the ingest. */
  readonly batchSize?: number;
};

type Needs = {
  readonly config: Config;
  /** Hears what makes a run wait. */
  readonly said: (sentence: string) => void;
};

type OpenedStores = IngestStores & { close(): Promise<void> };

/** About three thousand items: with fewer, nobody waits long enough to have the service kept out. */
const leastBytes = 8 * 1_024 * 1_024;

/** Transactions last longer anyway; of few entries nothing outlives the next small collection of garbage. */
const fewEntries = 100;

/** The fast way, for a large file while no service runs; null where it is not to be taken. */
export async function openAlone(wishes: JobWishes, { config, said }: Needs): Promise<OpenedStores | null> {
  if (wishes.isDryRun || wishes.watchEveryMs !== null) return null;
  const found = await stat(wishes.place).catch(() => null);
  if (found === null || !found.isFile() || found.size < leastBytes) return null;
  const opened = await openCatalogAlone(config, noticesTo(said));
  if (opened === null) return null;
  const { catalog, commit, settle, close } = opened;
  return {
    catalog,
    imagery: null,
    batchSize: fewEntries,
    // What a checkpoint speaks of is on disk before it.
    checkpoints: (files) => ({
      ...files,
      write: (checkpoint) => commit().then(() => files.write(checkpoint)),
      remove: (key) => settle().then(() => files.remove(key)),
    }),
    close,
  };
}

export async function openBeside({ config, said }: Needs): Promise<OpenedStores> {
  try {
    const { catalog, close } = await openCatalogBeside(config, noticesTo(said));
    return { catalog, imagery: catalog, checkpoints: (files) => files, close };
  } catch (error) {
    const reason = error instanceof PlatformError && error.kind === 'unavailable' ? error.message : busyReason(error);
    if (reason === null) throw error;
    throw new PlatformError('unavailable', `${reason}: an ingest of a large file may have it for itself`);
  }
}
