import type { Survey, SurveyJob, Surveyor } from '../../select/ports.ts';
import type { CatalogPlace } from '../thread-catalog/catalog-place.ts';
import { type PoolOptions, createThreadPool } from '../threads/thread-pool.ts';
import { threadsOf } from '../threads/thread.ts';
import { createOwnTurns } from './own-turns.ts';

export type SurveyThreadData = {
  readonly place: CatalogPlace;
  /** Folders of local files, for outlines of clouds. */
  readonly archiveRoots: readonly string[];
  /** Tiles that one select may have to choose from. */
  readonly mostTiles: number;
};

/** What is gathered of 200,000 tiles, of several selects. */
const limits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 };

/** One thread, which is not urgent; selects take turns there, so that small ones need not wait for large ones. */
const lane: PoolOptions = { threads: 1, jobsAtOnce: 8, mostWaiting: 400, jobs: 'selects' };

/** Half of the turns; and as many may wait as are taken over at a start, which all may be one account's. */
const [mostOfOwner, mostWaitingOfOwner] = [4, 250];

/** Surveys the catalogue away from the thread that answers requests, and from those that search. */
export function createSurveyThreads(data: SurveyThreadData): Surveyor & { close(): Promise<void> } {
  const pool = createThreadPool(threadsOf<SurveyJob, Survey>('survey-worker', import.meta.url, data, limits), lane);
  const inTurn = createOwnTurns(mostOfOwner, mostWaitingOfOwner);
  return {
    survey: (job, signal) => inTurn(job.owner ?? '', () => pool.run(job, signal), signal),
    close: () => pool.close(),
  };
}
