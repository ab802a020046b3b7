import { join, resolve } from 'node:path';
import { createCheckpointFiles } from '../../adapters/ingest/checkpoint-files.ts';
import { createJsonDocuments } from '../../adapters/ingest/json-documents.ts';
import { type SourceKind, isUrl, openSource } from '../../adapters/ingest/open-source.ts';
import { noRejectFile, openRejectFile } from '../../adapters/ingest/reject-file.ts';
import type { Catalog } from '../../catalog/ports.ts';
import { openCatalogBeside } from '../../compose.ts';
import { type Config, readConfig } from '../../config.ts';
import { type IngestOptions, runIngest } from '../../ingest/run-ingest.ts';
import { systemClock } from '../../shared/clock.ts';
import { PlatformError } from '../../shared/errors.ts';
import { silentLog } from '../../shared/log.ts';
import { type Terminal, UsageError } from '../command.ts';
import { requireInstallation } from '../installation.ts';
import { listenForStop } from '../until-stopped.ts';
import { type FolderWishes, openFolder } from './open-folder.ts';
import { createProgressTeller } from './progress-teller.ts';
import { endOf, printReport } from './report.ts';

export type Wishes = FolderWishes &
  Pick<
    IngestOptions,
    'collection' | 'fallback' | 'mayCreate' | 'isOnlyNew' | 'validate' | 'isDryRun' | 'isRestarted'
  > & {
    readonly place: string;
    readonly kind: SourceKind | null;
    readonly from: readonly string[];
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
  const opened = await openCatalogBeside(config, silentLog);
  try {
    return await runOn(opened.catalog, config, wishes, terminal);
  } finally {
    await opened.close();
  }
}

/** Whatever ends a run midway is a failure: the command was right, and may go on. */
function asFailure(error: unknown): never {
  throw error instanceof PlatformError ? new Error(error.message) : error;
}

async function runOn(catalog: Catalog, config: Config, wishes: Wishes, terminal: Terminal): Promise<number> {
  const documents = createJsonDocuments({
    arePrivateAllowed: config.SWATH_ALLOW_PRIVATE_ENDPOINTS,
    mayReadFiles: !isUrl(wishes.place),
  });
  const stop = listenForStop();
  let isStopping = false;
  void stop.signal.then(() => (isStopping = true));
  try {
    const source = await openSource(wishes.place, {
      ...wishes,
      documents,
      openFolder: (path) => openFolder(path, { catalog, config, wishes }),
    });
    const rejects = wishes.rejects === null ? noRejectFile : await openRejectFile(wishes.rejects);
    try {
      const checkpoints = createCheckpointFiles(join(config.dataFolder, 'ingest'));
      const needs = { catalog, checkpoints, rejects, clock: systemClock };
      const report = await runIngest(needs, source, wishes, {
        said: (sentence) => terminal.err(sentence),
        progressed: createProgressTeller(terminal, wishes.isProgressTold),
        moved: ({ from, to }) => terminal.err(`moved: ${from} is now ${to}`),
        isStopping: () => isStopping,
      }).catch(asFailure);
      printReport(terminal, report, wishes);
      return endOf(report);
    } finally {
      await rejects.close();
    }
  } finally {
    stop.forget();
    documents.close();
  }
}
