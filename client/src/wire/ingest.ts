/** What a job is asked to do; each member is a flag of `swath ingest`. */
export type IngestWishes = {
  readonly collection?: string;
  readonly fallback?: string;
  readonly create?: boolean;
  readonly if_new?: boolean;
  readonly validate?: 'basic' | 'full';
  readonly dry_run?: boolean;
};

export type IngestRequest = IngestWishes & {
  /** An address, a path below the archive's folders, or `s3://bucket/prefix`. */
  readonly source: string;
  readonly as?: string;
  readonly restart?: boolean;
  readonly from?: readonly string[];
  readonly id?: 'name' | 'path';
  readonly datetime_pattern?: string;
  readonly file_time?: boolean;
  readonly thumbnails?: string;
  /** Goes on looking at a folder or a bucket until it is cancelled. */
  readonly watch?: boolean;
  /** Seconds. */
  readonly interval?: number;
};

export type IngestState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

export type IngestJob = {
  readonly id: string;
  readonly state: IngestState;
  readonly source: string;
  readonly as: string | null;
  readonly collection: string | null;
  readonly fallback: string | null;
  readonly create: boolean;
  readonly if_new: boolean;
  readonly validate: 'basic' | 'full';
  readonly dry_run: boolean;
  readonly from: readonly string[];
  readonly watch: boolean;
  readonly interval: number | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly attempts: number;
  readonly resumed: boolean;
  readonly tally: Readonly<Record<string, number>>;
  readonly progress: {
    readonly entries: number;
    /** In `unit`s, as is the total. */
    readonly done: number;
    readonly total: number | null;
    readonly unit: string;
    readonly entries_per_second: number;
    readonly seconds_left: number | null;
  } | null;
  readonly messages: readonly string[];
  readonly error: string | null;
  readonly rejects: string | null;
};

/** What was not taken, and why. */
export type IngestReject = {
  readonly position: string | number | null;
  readonly id: string | null;
  readonly reason: string;
  readonly line?: string | null;
};

/** Nothing changes any more, unless it is tried again. */
export const isOver = ({ state }: Pick<IngestJob, 'state'>): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled';
