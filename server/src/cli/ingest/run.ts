import { join, resolve } from 'node:path';
import { type BringInNeeds, bringIn } from '../../bring-in/bring-in.ts';
import { isItemFile } from '../../adapters/ingest/open-source.ts';
import { readConfig } from '../../config.ts';
import type { JobWishes } from '../../ingest/jobs/job.ts';
import type { IngestReport } from '../../ingest/run-ingest.ts';
import { WrongWish } from '../../ingest/wrong-wish.ts';
import { PlatformError } from '../../shared/errors.ts';
import { isBelow } from '../../shared/is-below.ts';
import { type Terminal, UsageError } from '../command.ts';
import { requireInstallation } from '../installation.ts';
import { isSameFile } from '../same-file.ts';
import { listenForStop } from '../until-stopped.ts';
import { createProgressTeller } from './progress-teller.ts';
import { endOf, printReport } from './report.ts';

export type Wishes = JobWishes & {
  readonly rejects: string | null;
  readonly isProgressTold: boolean;
  readonly isJson: boolean;
};

/** What would be lost, or read as what it is not. */
function refuseAsRejects(file: string, { place, watchEveryMs }: Wishes): void {
  if (resolve(file) === resolve(place) || isSameFile(file, place))
    throw new UsageError('--rejects must not be the source: it is written anew');
  if (watchEveryMs !== null && isItemFile(file) && isBelow(resolve(place), resolve(file)))
    throw new UsageError('--rejects must not lie in the folder that is watched: it would be taken for items');
}

/** Opens what is needed, runs, tells what became of it; resolves to the exit code. */
export async function runWishes(wishes: Wishes, terminal: Terminal): Promise<number> {
  if (wishes.rejects !== null) refuseAsRejects(wishes.rejects, wishes);
  const config = readConfig(terminal.env);
  requireInstallation(config);
  const stop = listenForStop();
  let isStopping = false;
  let report: IngestReport | null = null;
  void stop.signal.then(() => (isStopping = true));
  const needs: BringInNeeds = {
    config,
    rejects: wishes.rejects,
    fileRoots: null,
    downloads: join(config.dataFolder, 'ingest', 'downloads'),
    said: (sentence) => terminal.err(sentence),
    progressed: createProgressTeller(terminal, wishes.isProgressTold),
    moved: ({ from, to }) => terminal.err(`moved: ${from} is now ${to}`),
    isStopping: () => isStopping,
    ended: (ended) => (report = ended),
    // The command was right, and may go on.
    midway: (error) => (error instanceof PlatformError ? new Error(error.message) : error),
  };
  try {
    await bringIn(wishes, needs);
  } catch (error) {
    throw error instanceof WrongWish ? new UsageError(error.message) : error;
  } finally {
    stop.forget();
  }
  printReport(terminal, report!, wishes);
  return endOf(report!, wishes.watchEveryMs !== null);
}
