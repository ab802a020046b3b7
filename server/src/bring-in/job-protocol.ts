import type { Fault } from '../adapters/threads/fault.ts';
import type { Config } from '../config.ts';
import type { ClaimedJob, JobNews } from '../ingest/jobs/ports.ts';

export type ToJob =
  | { readonly type: 'run'; readonly job: ClaimedJob; readonly config: Config }
  | { readonly type: 'stop' };

export type FromJob =
  | { readonly type: 'news'; readonly news: JobNews }
  | { readonly type: 'ended'; readonly news: JobNews; readonly isFinished: boolean }
  | { readonly type: 'failed'; readonly news: JobNews; readonly fault: Fault };
