import { setImmediate as turn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { SearchRequest } from '../../catalog/search-request.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Survey, SurveyJob } from '../../select/ports.ts';
import { surveyTiles } from '../../select/survey.ts';
import { usualBounds } from '../../select/survey/ports.ts';
import { createLocalFiles } from '../pictures/local-files.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { createLargeTurns } from './large-turns.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import { textReader } from './read-text.ts';
import type { SurveyThreadData } from './survey-threads.ts';

const { place, archiveRoots, mostTiles } = workerData as SurveyThreadData;

lowerPriority();
const catalog = await openThreadCatalog(place);
const readText = textReader(createLocalFiles(archiveRoots));
const large = createLargeTurns(mostTiles / 8);

serveJobs<Survey>(
  async (work, signal) => {
    const stop = { signal, isStopped: () => signal.aborted };
    const needs = {
      search: (request: SearchRequest, visibility: Visibility) => catalog.search(request, visibility, stop),
      readText,
      pause: async (heldTiles = 0) => {
        await turn();
        await large.wait(signal, heldTiles, signal);
        signal.throwIfAborted();
      },
    };
    try {
      const declared = await catalog.declared();
      return {
        outcome: await surveyTiles({ ...needs, declared: () => declared }, work as SurveyJob, {
          ...usualBounds,
          mostTiles,
        }),
      };
    } catch (error) {
      throw catalog.explain(error);
    } finally {
      large.leave(signal);
    }
  },
  () => void catalog.close(),
);
