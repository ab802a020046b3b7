import type { Progress } from '../progress.ts';
import type { Tally } from '../tally.ts';

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;

/** `interrupted`: it goes on by itself, when the service is back or after a while. */
export type JobState = (typeof jobStates)[number];

/** What a job is asked to do: the wishes of the command. */
export type JobWishes = {
  /** An address, a path, `s3://bucket/prefix`; of an upload the path of what was sent. */
  readonly place: string;
  readonly kind: string | null;
  readonly collection: string | null;
  readonly fallback: string | null;
  readonly mayCreate: boolean;
  readonly isOnlyNew: boolean;
  readonly validate: 'basic' | 'full';
  readonly isDryRun: boolean;
  readonly isRestarted: boolean;
  readonly from: readonly string[];
  readonly idFrom: 'name' | 'path';
  readonly datetimePattern: string | null;
  readonly mayUseFileTime: boolean;
  readonly thumbnails: string | null;
  /** How often a watched place is looked at; null for one that is read once. */
  readonly watchEveryMs: number | null;
};

export type IngestJob = {
  readonly id: string;
  readonly state: JobState;
  /** As it may be shown: without secrets. */
  readonly wishes: JobWishes;
  readonly isUpload: boolean;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** Whenever anything of it changed. */
  readonly changedAtMs: number;
  /** How often it was begun or gone on with. */
  readonly attempts: number;
  readonly tally: Tally;
  readonly progress: Progress | null;
  readonly error: string | null;
  /** The last of what it said. */
  readonly said: readonly string[];
  /** Whether it went on from where an earlier run was. */
  readonly isResumed: boolean;
};

export const isOver = ({ state }: Pick<IngestJob, 'state'>): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled';
