import { join, resolve } from 'node:path';
import { type BringInNeeds, bringIn } from '../../bring-in/bring-in.ts';
import { readConfig } from '../../config.ts';
import type { JobWishes } from '../../ingest/jobs/job.ts';
import type { IngestReport } from '../../ingest/run-ingest.ts';
import { WrongWish } from '../../ingest/wrong-wish.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type Terminal, UsageError } from '../command.ts';
import { requireInstallation } from '../installation.ts';
import { listenForStop } from '../until-stopped.ts';
import { createProgressTeller } from './progress-teller.ts';
import { endOf, printReport } from './report.ts';

export type Wishes = JobWishes & {
  readonly rejects: string | null;
  readonly isProgressTold: boolean;
  readonly isJson: boolean;
};

/** Opens what is needed, runs, tells what became of it; resolves to the exit code. */
export async function runWishes(wishes: Wishes, terminal: Terminal): Promise<number> {
  if (wishes.rejects !== null && resolve(wishes.rejects) === resolve(wishes.place))
    throw new UsageError('--rejects must not be the source: it is written anew');
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
