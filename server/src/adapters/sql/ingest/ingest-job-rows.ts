import type { IngestJob, JobState, JobWishes } from '../../../ingest/jobs/job.ts';
import type { JobNews } from '../../../ingest/jobs/ports.ts';
import { emptyTally } from '../../../ingest/tally.ts';

export type JobRow = {
  readonly id: string;
  readonly account_id: string;
  readonly state: JobState;
  readonly is_upload: number;
  readonly shown: string;
  readonly news: string | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly created_at_ms: number;
  readonly changed_at_ms: number;
  readonly started_at_ms: number | null;
  readonly ended_at_ms: number | null;
};

export type ClaimedJobRow = {
  readonly id: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly news: string | null;
};

export const jobColumns =
  'id, account_id, state, is_upload, shown, news, error, attempts, created_at_ms, changed_at_ms, started_at_ms, ended_at_ms';

const noNews: JobNews = { tally: emptyTally, progress: null, said: [], isResumed: false };

export const newsOf = (text: string | null): JobNews =>
  text === null ? noNews : newsAlone(JSON.parse(text) as JobNews);

/** Whoever has a job at hand has its secrets too: they are not news. */
export const newsAlone = ({ tally, progress, said, isResumed }: JobNews): JobNews => ({
  tally,
  progress,
  said,
  isResumed,
});

export const toJob = (row: JobRow): IngestJob => ({
  id: row.id,
  state: row.state,
  wishes: JSON.parse(row.shown) as JobWishes,
  isUpload: row.is_upload !== 0,
  accountId: row.account_id,
  createdAtMs: row.created_at_ms,
  startedAtMs: row.started_at_ms,
  endedAtMs: row.ended_at_ms,
  changedAtMs: row.changed_at_ms,
  attempts: row.attempts,
  error: row.error,
  ...newsOf(row.news),
});
