import { randomUUID } from 'node:crypto';
import type { JobWishes } from '../../server/src/ingest/jobs/job.ts';
import type { NewJob } from '../../server/src/ingest/jobs/ports.ts';
import { now } from './fixtures.ts';

export const plainWishes: JobWishes = {
  place: '',
  kind: null,
  collection: null,
  fallback: null,
  mayCreate: false,
  isOnlyNew: false,
  validate: 'basic',
  isDryRun: false,
  isRestarted: false,
  from: [],
  idFrom: 'name',
  datetimePattern: null,
  mayUseFileTime: false,
  thumbnails: null,
  watchEveryMs: null,
};

export const ingestJob = (place: string, accountId: string, change: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  home: 'here',
  accountId,
  createdAtMs: now,
  wishes: { ...plainWishes, place },
  isUpload: false,
  ...change,
});
