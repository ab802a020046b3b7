import type { JobClaim, JobEnd, JobNews, JobTimes } from '../../../ingest/jobs/ports.ts';
import type { Sql } from '../database.ts';
import type { ClaimedJobRow } from './ingest-job-rows.ts';
import { readPausedAt } from '../orders/running/queue-switch.ts';

/** A job as it lies in the database: plain data for a verb. */
export type SealedJob = {
  readonly id: string;
  readonly home: string;
  readonly sourceKey: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly sealed: string;
  readonly shown: string;
  readonly isWatch: boolean;
  readonly isUpload: boolean;
};

const live = `('queued', 'running', 'interrupted')`;

async function createIngestJob(sql: Sql, job: SealedJob): Promise<boolean> {
  const { id, home, sourceKey, accountId, createdAtMs, sealed, shown, isWatch, isUpload } = job;
  const made = await sql.run(
    `INSERT INTO ingest_jobs (id, home, source_key, account_id, state, is_watch, is_upload, sealed, shown,
       created_at_ms, changed_at_ms, due_at_ms)
     VALUES ($1, $2, $3, $4, 'queued', $5, $6, $7, $8, $9, $9, $9) ON CONFLICT DO NOTHING`,
    [id, home, sourceKey, accountId, Number(isWatch), Number(isUpload), sealed, shown, createdAtMs],
  );
  return made > 0;
}

async function claimIngestJobs(sql: Sql, claim: JobClaim): Promise<readonly ClaimedJobRow[]> {
  if ((await readPausedAt(sql)) !== null) return [];
  const { home, holder, nowMs, leaseUntilMs, limit, isWatch, isAlone } = claim;
  const due = await sql.all<{ id: string }>(
    `SELECT id FROM ingest_jobs WHERE home = $1 AND is_watch = $4 AND state IN ${live}
       AND ((state <> 'running' AND due_at_ms <= $2) OR (state = 'running' AND (lease_until_ms <= $2 OR ($5 = 1 AND holder <> $6))))
     ORDER BY created_at_ms, id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [home, nowMs, limit, Number(isWatch), Number(isAlone), holder],
  );
  const claimed: ClaimedJobRow[] = [];
  for (const { id } of due) {
    const row = await sql.get<ClaimedJobRow>(
      `UPDATE ingest_jobs SET state = 'running', holder = $2, lease_until_ms = $3, attempts = attempts + 1,
         started_at_ms = COALESCE(started_at_ms, $4), changed_at_ms = $4, due_at_ms = NULL
       WHERE id = $1 RETURNING id, sealed, attempts, news`,
      [id, holder, leaseUntilMs, nowMs],
    );
    if (row !== undefined) claimed.push(row);
  }
  return claimed;
}

type Report = {
  readonly id: string;
  readonly holder: string;
  readonly news: JobNews;
  readonly times: JobTimes;
};

/** What did not change is no change: who follows is not told again. */
async function reportIngestJob(sql: Sql, { id, holder, news, times }: Report): Promise<boolean> {
  const text = JSON.stringify(news);
  const noted = await sql.run(
    `UPDATE ingest_jobs SET changed_at_ms = CASE WHEN news = $3 THEN changed_at_ms ELSE $4 END, news = $3,
       lease_until_ms = $5, attempts = CASE WHEN $6 = 1 THEN 1 ELSE attempts END
     WHERE id = $1 AND holder = $2 AND state = 'running'`,
    [id, holder, text, times.nowMs, times.leaseUntilMs, Number(times.isHealthy)],
  );
  return noted > 0;
}

type Ending = { readonly id: string; readonly holder: string; readonly news: JobNews; readonly end: JobEnd };

async function endIngestJob(sql: Sql, { id, holder, news, end }: Ending): Promise<boolean> {
  const endedAtMs = end.state === 'interrupted' ? null : end.atMs;
  const ended = await sql.run(
    `UPDATE ingest_jobs SET state = $3, error = $4, news = $5, changed_at_ms = $6, ended_at_ms = $7, due_at_ms = $8,
       holder = NULL, lease_until_ms = NULL, attempts = attempts - $9
     WHERE id = $1 AND holder = $2 AND state = 'running'`,
    [id, holder, end.state, end.error, JSON.stringify(news), end.atMs, endedAtMs, end.dueAtMs, Number(!end.isCounted)],
  );
  return ended > 0;
}

async function cancelIngestJob(sql: Sql, { id, nowMs }: { id: string; nowMs: number }): Promise<boolean> {
  const cancelled = await sql.run(
    `UPDATE ingest_jobs SET state = 'cancelled', changed_at_ms = $2, ended_at_ms = $2, due_at_ms = NULL, holder = NULL,
       lease_until_ms = NULL
     WHERE id = $1 AND state IN ${live}`,
    [id, nowMs],
  );
  return cancelled > 0;
}

type Retry = 'queued' | 'not_over' | 'taken' | 'missing';

async function retryIngestJob(sql: Sql, { id, nowMs }: { id: string; nowMs: number }): Promise<Retry> {
  const job = await sql.get<{ home: string; source_key: string; state: string }>(
    'SELECT home, source_key, state FROM ingest_jobs WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (job === undefined) return 'missing';
  if (['queued', 'running', 'interrupted'].includes(job.state)) return 'not_over';
  const other = await sql.get(
    `SELECT id FROM ingest_jobs WHERE home = $1 AND source_key = $2 AND state IN ${live} FOR UPDATE`,
    [job.home, job.source_key],
  );
  if (other !== undefined) return 'taken';
  await sql.run(
    `UPDATE ingest_jobs SET state = 'queued', error = NULL, changed_at_ms = $2, ended_at_ms = NULL, due_at_ms = $2,
       attempts = 0
     WHERE id = $1`,
    [id, nowMs],
  );
  return 'queued';
}

async function sweepIngestJobs(
  sql: Sql,
  { home, endedBeforeMs, limit }: { home: string; endedBeforeMs: number; limit: number },
): Promise<readonly string[]> {
  const old = await sql.all<{ id: string }>(
    `SELECT id FROM ingest_jobs WHERE home = $1 AND ended_at_ms <= $2 ORDER BY ended_at_ms, id LIMIT $3
     FOR UPDATE SKIP LOCKED`,
    [home, endedBeforeMs, limit],
  );
  for (const { id } of old) await sql.run('DELETE FROM ingest_jobs WHERE id = $1', [id]);
  return old.map(({ id }) => id);
}

export const ingestJobVerbs = {
  createIngestJob,
  claimIngestJobs,
  reportIngestJob,
  endIngestJob,
  cancelIngestJob,
  retryIngestJob,
  sweepIngestJobs,
};
