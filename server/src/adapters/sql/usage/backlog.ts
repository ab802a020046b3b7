import type { Backlog, Outgoing } from '../../../health/health.ts';
import type { BacklogReader } from '../../../health/ports.ts';
import { testType } from '../../../notifications/webhook.ts';
import type { Database, Dialect, Sql } from '../database.ts';

const storeBytes: Readonly<Record<Dialect, string>> = {
  sqlite: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  postgres: 'SELECT pg_database_size(current_database()) AS bytes',
};

// The two halves are what the indexes of the queue hold.
const runningOrders = `SELECT
  (SELECT COUNT(*) FROM orders WHERE state = 'RUNNING' AND unsettled > 0)
    + (SELECT COUNT(*) FROM orders WHERE state = 'RUNNING' AND unsettled = 0) AS running,
  (SELECT CAST(COALESCE(SUM(unsettled), 0) AS BIGINT) FROM orders WHERE state = 'RUNNING' AND unsettled > 0) AS tiles,
  (SELECT COUNT(*) FROM orders WHERE holder IS NOT NULL AND state = 'RUNNING' AND due_at_ms > $1) AS ending`;

// Whoever died at it holds nothing, whatever stands there: the lease is not extended any more.
const holders = `SELECT holder AS name, COUNT(*) AS tiles, MIN(due_at_ms) AS until FROM order_tiles
  WHERE holder IS NOT NULL AND due_at_ms > $1 GROUP BY holder ORDER BY holder LIMIT 100`;

const jobs = `SELECT state, COUNT(*) AS jobs FROM ingest_jobs
  WHERE state IN ('queued', 'running', 'interrupted') GROUP BY state`;

const jobsAtWork = `SELECT COUNT(*) AS jobs FROM ingest_jobs WHERE state = 'running' AND lease_until_ms > $1`;

const selects = `SELECT COUNT(*) AS running FROM selections WHERE status = 'RUNNING'`;

const searches = `SELECT
  (SELECT COUNT(*) FROM saved_searches WHERE is_paused = 0 AND (expires_at_ms IS NULL OR expires_at_ms > $2)) AS watched,
  (SELECT arrived FROM saved_search_feeds WHERE feed = $1) AS looked_at,
  (SELECT COUNT(*) FROM saved_search_batches WHERE due_at_ms IS NOT NULL) AS batches`;

const mails = `SELECT COUNT(*) AS waiting, MIN(queued_at_ms) AS oldest,
  (SELECT COUNT(*) FROM outbox WHERE is_abandoned = 1) AS failed FROM outbox WHERE is_abandoned = 0`;

// A test that failed was told to whoever made it.
const messages = `SELECT COUNT(*) AS waiting, MIN(created_at_ms) AS oldest,
  (SELECT COUNT(*) FROM webhooks WHERE state = 'failed' AND type <> '${testType}') AS failed FROM webhooks WHERE state = 'pending'`;

type OutgoingRow = { readonly waiting: number; readonly oldest: number | null; readonly failed: number };

async function outgoing(sql: Sql, text: string): Promise<Outgoing> {
  const row = await sql.get<OutgoingRow>(text);
  return { waiting: row?.waiting ?? 0, failed: row?.failed ?? 0, oldestAtMs: row?.oldest ?? null };
}

async function ingestOf(sql: Sql): Promise<Backlog['ingest']> {
  const rows = await sql.all<{ state: keyof Backlog['ingest']; jobs: number }>(jobs);
  const count = (state: keyof Backlog['ingest']) => rows.find((row) => row.state === state)?.jobs ?? 0;
  return { queued: count('queued'), running: count('running'), interrupted: count('interrupted') };
}

async function ordersOf(sql: Sql, nowMs: number): Promise<Backlog['orders']> {
  const row = await sql.get<{ running: number; tiles: number; ending: number }>(runningOrders, [nowMs]);
  const held = await sql.all<{ name: string; tiles: number; until: number }>(holders, [nowMs]);
  return {
    running: row?.running ?? 0,
    openTiles: row?.tiles ?? 0,
    ending: row?.ending ?? 0,
    holders: held.map(({ name, tiles, until }) => ({ name, tiles, leaseUntilMs: until })),
  };
}

async function savedSearchesOf(sql: Sql, feed: string, nowMs: number): Promise<Backlog['savedSearches']> {
  const row = await sql.get<{ watched: number; looked_at: number | null; batches: number }>(searches, [feed, nowMs]);
  return { watched: row?.watched ?? 0, lookedAt: row?.looked_at ?? null, openBatches: row?.batches ?? 0 };
}

/** One small question after the other: nobody waits for them in a hurry. */
export const createBacklogReader = ({ dialect, schema, read }: Database): BacklogReader => ({
  async read(feed, nowMs) {
    const bytes = (await read.get<{ bytes: number }>(storeBytes[dialect]))?.bytes ?? 0;
    return {
      store: { kind: dialect, bytes, schemaVersion: schema.to },
      orders: await ordersOf(read, nowMs),
      selectsRunning: (await read.get<{ running: number }>(selects))?.running ?? 0,
      ingest: await ingestOf(read),
      jobsAtWork: (await read.get<{ jobs: number }>(jobsAtWork, [nowMs]))?.jobs ?? 0,
      savedSearches: await savedSearchesOf(read, feed, nowMs),
      mail: await outgoing(read, mails),
      webhooks: await outgoing(read, messages),
    };
  },
});
