import { setImmediate as turn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { Survey, SurveyJob } from '../../select/ports.ts';
import { surveyTiles } from '../../select/survey.ts';
import { usualBounds } from '../../select/survey/ports.ts';
import { createLocalFiles } from '../pictures/local-files.ts';
import { createSearcher } from '../sqlite/catalog/searcher.ts';
import { createStatements } from '../sqlite/catalog/statements.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { createLargeTurns } from './large-turns.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { textReader } from './read-text.ts';
import type { SurveyThreadData } from './survey-threads.ts';

const { catalogFile, archiveRoots, mostTiles, busyTimeoutMs } = workerData as SurveyThreadData;

lowerPriority();
const connection = connect(catalogFile, { readOnly: true, busyTimeoutMs });
const search = createSearcher(connection);
const prepare = createStatements(connection);
const readText = textReader(createLocalFiles(archiveRoots));
const large = createLargeTurns(mostTiles / 8);

const declared = (): readonly string[] =>
  (prepare('SELECT name FROM declared WHERE is_ready = 1').all() as [string][]).map(([name]) => name);

serveJobs<Survey>(
  async (work, signal) => {
    const needs = {
      search: (...given: [Parameters<typeof search>[0], Parameters<typeof search>[1]]) =>
        search(...given, () => signal.aborted),
      declared,
      readText,
      pause: async (heldTiles = 0) => {
        await turn();
        await large.wait(signal, heldTiles, signal);
        signal.throwIfAborted();
      },
    };
    try {
      return { outcome: await surveyTiles(needs, work as SurveyJob, { ...usualBounds, mostTiles }) };
    } catch (error) {
      throw explain(error);
    } finally {
      large.leave(signal);
    }
  },
  () => connection.close(),
);
