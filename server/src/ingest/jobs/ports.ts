import type { Page, PageRequest } from '../../shared/page.ts';
import type { Progress } from '../progress.ts';
import type { Tally } from '../tally.ts';
import type { IngestJob, JobState, JobWishes } from './job.ts';

export type NewJob = {
  readonly id: string;
  /** Of the data folder that it is for: a database may serve several. */
  readonly home: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly wishes: JobWishes;
  readonly isUpload: boolean;
};

/** What a runner tells of a job on its way. */
export type JobNews = {
  readonly tally: Tally;
  readonly progress: Progress | null;
  readonly said: readonly string[];
  readonly isResumed: boolean;
};

export type JobClaim = {
  readonly home: string;
  readonly holder: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  readonly limit: number;
  readonly isWatch: boolean;
  /** No other process is on this store: what others hold is held by nobody. */
  readonly isAlone: boolean;
};

/** With all that it needs to be run, secrets too. */
export type ClaimedJob = { readonly id: string; readonly wishes: JobWishes; readonly attempts: number } & JobNews;

export type JobEnd = {
  readonly state: Exclude<JobState, 'queued' | 'running'>;
  readonly error: string | null;
  readonly atMs: number;
  /** When an interrupted one may go on. */
  readonly dueAtMs: number | null;
  /** False where it is no fault of its own. */
  readonly isCounted: boolean;
};

export type JobTimes = {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** It has run for so long that what went wrong before is forgotten. */
  readonly isHealthy: boolean;
};

/** Jobs of ingest. Of those that are not over, one for each source and collection. */
export type IngestJobStore = {
  /** False where such a job is not over yet. */
  create(job: NewJob): Promise<boolean>;
  byId(id: string): Promise<IngestJob | null>;
  list(page: PageRequest): Promise<Page<IngestJob>>;
  countWatches(home: string): Promise<number>;
  /** Those that are due, and those whose runner gives no sign of life. */
  claim(claim: JobClaim): Promise<readonly ClaimedJob[]>;
  /** Notes how far it is and renews the lease; false where it is the holder's no more. */
  report(id: string, holder: string, news: JobNews, times: JobTimes): Promise<boolean>;
  /** False where it is the holder's no more. */
  end(id: string, holder: string, news: JobNews, end: JobEnd): Promise<boolean>;
  /** False where it is over already. */
  cancel(id: string, nowMs: number): Promise<boolean>;
  /** `taken` where another one of its source is not over. */
  retry(id: string, nowMs: number): Promise<'queued' | 'not_over' | 'taken' | 'missing'>;
  /** Removes those that ended before; says which. */
  sweep(home: string, endedBeforeMs: number): Promise<readonly string[]>;
};

export type RunningJob = {
  /** Resolves when its process is gone; never rejects. */
  readonly ended: Promise<JobOutcome>;
  /** What it told last; null where it said nothing yet. */
  news(): JobNews | null;
  /** At the next batch; what is stored stays. */
  stop(): void;
};

export type JobOutcome =
  | { readonly kind: 'finished'; readonly isFinished: boolean }
  /** It will not go better another time by itself. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Its process is gone, or what it needs was out of reach. */
  | { readonly kind: 'lost'; readonly reason: string };

/** Runs jobs away from whoever answers. */
export type JobRunner = { start(job: ClaimedJob): RunningJob };

export type RejectPart = { readonly byteLength: number; read(start: number, end: number): AsyncIterable<Uint8Array> };

/** What a job has on disk. */
export type JobFiles = {
  /** Whose new jobs are: of this data folder, or of all nodes of a database. */
  readonly home: string;
  /** Likewise, of jobs over what was uploaded here. */
  readonly uploadHome: string;
  /** Whose jobs are run here. */
  readonly homes: readonly string[];
  /** What a source may be said to be. */
  readonly kinds: readonly string[];
  /** Keeps what comes, whole; resolves to its path. */
  takeUpload(id: string, ending: string, body: AsyncIterable<Uint8Array>, announced: number | null): Promise<string>;
  /** Once all of it is in. */
  forgetUpload(id: string): Promise<void>;
  /** Null where nothing was rejected. */
  rejects(id: string): Promise<RejectPart | null>;
  /** What a path of this machine is; throws where a job may not read it, and says why. */
  checkPlace(path: string): Promise<'file' | 'folder'>;
  /** The ids of all that have something on disk which nobody wrote to since. */
  untouchedSince(ms: number): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
  /** Where its runs came to; not what an ingest of the same source wrote later. */
  removeCheckpoints(id: string, writtenBeforeMs: number): Promise<void>;
};
