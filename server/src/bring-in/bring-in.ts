import { join } from 'node:path';
import { createCheckpointFiles } from '../adapters/ingest/checkpoint-files.ts';
import { noRejectFile } from '../adapters/ingest/reject-file.ts';
import type { Config } from '../config.ts';
import type { JobWishes } from '../ingest/jobs/job.ts';
import { type IngestReport, runIngest } from '../ingest/run-ingest.ts';
import { systemClock } from '../shared/clock.ts';
import type { RunListener } from './newsroom.ts';
import { openPlace } from './open-place.ts';
import { openRejects } from './open-rejects.ts';
import { type IngestStores, openAlone, openBeside } from './open-stores.ts';

export type BringInNeeds = RunListener & {
  readonly config: Config;
  /** The reject file; null for none. */
  readonly rejects: string | null;
  /** Of addresses in it, what others may see; as they are where absent. */
  readonly shown?: (text: string) => string;
  /** Behind so many bytes a reject is told without what it was; no bound where absent. */
  readonly mostWholeRejectBytes?: number;
  /** Where it is written down which checkpoints are its own; nowhere where absent. */
  readonly checkpointNames?: string;
  readonly fileRoots: readonly string[] | null;
  /** Where files of the web are fetched to, and kept until all of them is in. */
  readonly downloads: string;
  readonly isStopping: () => boolean;
  /** Says what ended a run midway, where that is to be told from what kept it from beginning. */
  readonly midway?: (error: unknown) => unknown;
};

/** Does what is wished on the catalogue of the settings, beside a service or without one; whether all is in. */
export async function bringIn(wishes: JobWishes, needs: BringInNeeds): Promise<boolean> {
  if (wishes.watchEveryMs !== null) {
    const { watchPlace } = await import('./watch-place.ts');
    await watchPlace(wishes, needs);
    return false;
  }
  const alone = await openAlone(wishes, needs);
  const opened = alone ?? (await openBeside(needs));
  try {
    const report = await bringOnce(wishes, needs, opened);
    needs.ended(report);
    return report.isFinished;
  } finally {
    await opened.close();
  }
}

/** One run over all that a place holds. */
async function bringOnce(wishes: JobWishes, needs: BringInNeeds, stores: IngestStores): Promise<IngestReport> {
  const { config, fileRoots, downloads } = needs;
  const { source, close } = await openPlace(wishes, { catalog: stores.imagery, config, fileRoots, downloads });
  let isFinished = false;
  try {
    const rejects = (await openRejects(needs)) ?? noRejectFile;
    try {
      const checkpoints = stores.checkpoints(
        createCheckpointFiles(join(config.dataFolder, 'ingest'), needs.checkpointNames),
      );
      const run = { catalog: stores.catalog, checkpoints, rejects, clock: systemClock, baseUrl: config.baseUrl };
      const options = { ...wishes, batchSize: stores.batchSize };
      const report = await runIngest(run, source, options, needs).catch((error: unknown) => {
        throw needs.midway === undefined ? error : needs.midway(error);
      });
      isFinished = report.isFinished;
      return report;
    } finally {
      await rejects.close();
    }
  } finally {
    await close(isFinished && !wishes.isDryRun);
  }
}
