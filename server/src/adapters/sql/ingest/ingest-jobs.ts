import { createHash } from 'node:crypto';
import type { JobWishes } from '../../../ingest/jobs/job.ts';
import type { ClaimedJob, IngestJobStore, NewJob } from '../../../ingest/jobs/ports.ts';
import { maskedUrl } from '../../../shared/mask-urls.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database } from '../database.ts';
import { type ClaimedJobRow, type JobRow, jobColumns, newsAlone, newsOf, toJob } from './ingest-job-rows.ts';
import { readCursor, toPage } from '../keyset.ts';

const sweptAtOnce = 200;

const byId = `SELECT ${jobColumns} FROM ingest_jobs WHERE id = $1`;
const pageOfJobs = `SELECT ${jobColumns} FROM ingest_jobs WHERE (created_at_ms, id) < ($1, $2)
  ORDER BY created_at_ms DESC, id DESC LIMIT $3`;
const watches = `SELECT COUNT(*) AS count FROM ingest_jobs
  WHERE home = $1 AND is_watch = 1 AND state IN ('queued', 'running', 'interrupted')`;

const context = (id: string) => `ingest-job:${id}`;

/** Addresses may hold secrets: what a job is asked is sealed, and what is shown of it is masked. */
export function createIngestJobStore(db: Database, vault: Vault): IngestJobStore {
  const sealed = (job: NewJob) => ({
    id: job.id,
    home: job.home,
    sourceKey: sourceKey(job.wishes),
    accountId: job.accountId,
    createdAtMs: job.createdAtMs,
    sealed: vault.seal(JSON.stringify(job.wishes), context(job.id)),
    shown: JSON.stringify(masked(job.wishes)),
    isWatch: job.wishes.watchEveryMs !== null,
    isUpload: job.isUpload,
  });
  const opened = ({ id, sealed: text, attempts, news }: ClaimedJobRow): ClaimedJob => ({
    id,
    attempts,
    wishes: JSON.parse(vault.open(text, context(id))) as JobWishes,
    ...newsOf(news),
  });
  return {
    create: (job) => db.write('createIngestJob', sealed(job)),
    async byId(id) {
      const row = await db.read.get<JobRow>(byId, [id]);
      return row === undefined ? null : toJob(row);
    },
    async list(page) {
      const { atMs, id } = readCursor(page.after);
      const rows = await db.read.all<JobRow>(pageOfJobs, [atMs, id, page.limit + 1]);
      return toPage(rows, page, (row) => ({ atMs: row.created_at_ms, id: row.id }), toJob);
    },
    async countWatches(home) {
      return (await db.read.get<{ count: number }>(watches, [home]))?.count ?? 0;
    },
    claim: async (claim) => (await db.write('claimIngestJobs', claim)).map(opened),
    report: (id, holder, news, times) => db.write('reportIngestJob', { id, holder, news: newsAlone(news), times }),
    end: (id, holder, news, end) => db.write('endIngestJob', { id, holder, news: newsAlone(news), end }),
    cancel: (id, nowMs) => db.write('cancelIngestJob', { id, nowMs }),
    // One that was made at the same moment breaks the index; the second look sees it.
    retry: (id, nowMs) =>
      db.write('retryIngestJob', { id, nowMs }).catch(() => db.write('retryIngestJob', { id, nowMs })),
    async sweep(home, endedBeforeMs) {
      const gone: string[] = [];
      for (;;) {
        const some = await db.write('sweepIngestJobs', { home, endedBeforeMs, limit: sweptAtOnce });
        gone.push(...some);
        if (some.length < sweptAtOnce) return gone;
      }
    },
  };
}

/** The same for the same place and collection. */
const sourceKey = ({ place, collection, from }: JobWishes): string =>
  createHash('sha256')
    .update(JSON.stringify([place, collection, [...from].sort()]))
    .digest('base64url');

const masked = (wishes: JobWishes): JobWishes => ({ ...wishes, place: maskedUrl(wishes.place) });
