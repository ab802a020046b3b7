import type { FeedLease } from '../../saved-searches/ports.ts';
import type { BatchOutcome } from '../../saved-searches/saved-search.ts';
import type { Sql } from './database.ts';
import { type SealedNotices, insertNotices } from './order-notices.ts';
import { isStillHeld } from './saved-search-feed-verbs.ts';
import { type BatchRow, type SavedSearchRow, batchColumns, savedSearchColumns } from './saved-search-rows.ts';

type Closing = { readonly lease: FeedLease; readonly id: string; readonly leaseUntilMs: number };
export type ClosedRows = { readonly batch: BatchRow; readonly search: SavedSearchRow };

async function closeBatch(sql: Sql, { lease, id, leaseUntilMs }: Closing): Promise<ClosedRows | null> {
  if (!(await isStillHeld(sql, lease))) return null;
  await sql.run('UPDATE saved_search_feeds SET lease_until_ms = $2 WHERE feed = $1', [lease.feed, leaseUntilMs]);
  const batch = await sql.get<BatchRow>(
    `UPDATE saved_search_batches SET state = 'closed', due_at_ms = $3, attempts = attempts + 1
     WHERE id = $1 AND feed = $2 AND state <> 'settled' RETURNING ${batchColumns}`,
    [id, lease.feed, leaseUntilMs],
  );
  if (batch === undefined) return null;
  const search = await sql.get<SavedSearchRow>(
    `SELECT ${savedSearchColumns.join(', ')} FROM saved_searches WHERE id = $1`,
    [batch.saved_search_id],
  );
  return search === undefined ? null : { batch, search };
}

type Settling = {
  readonly lease: FeedLease;
  readonly id: string;
  readonly outcome: BatchOutcome;
  readonly notices: SealedNotices;
  readonly acquisitions: readonly string[];
  readonly nowMs: number;
};

async function settleBatch(sql: Sql, settling: Settling): Promise<boolean> {
  const { lease, id, outcome, notices, acquisitions, nowMs } = settling;
  if (!(await isStillHeld(sql, lease))) return false;
  const batch = await sql.get<{ saved_search_id: string }>(
    `UPDATE saved_search_batches
     SET state = 'settled', due_at_ms = NULL, settled_at_ms = $2, outcome = $3, order_id = $4
     WHERE id = $1 AND state = 'closed' RETURNING saved_search_id`,
    [id, nowMs, JSON.stringify(outcome), outcome.orderId],
  );
  if (batch === undefined) return false;
  await insertNotices(sql, notices);
  for (const acquisition of acquisitions)
    await sql.run(
      'INSERT INTO saved_search_acquisitions (saved_search_id, acquisition_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [batch.saved_search_id, acquisition],
    );
  return true;
}

export const savedSearchBatchVerbs = {
  closeBatch,
  settleBatch,

  async postponeBatch(sql: Sql, { lease, id, dueAtMs }: { lease: FeedLease; id: string; dueAtMs: number }) {
    if (!(await isStillHeld(sql, lease))) return;
    await sql.run(`UPDATE saved_search_batches SET due_at_ms = $2 WHERE id = $1 AND state = 'closed'`, [id, dueAtMs]);
  },

  /** Those that ordered something stay: budgets count their orders. */
  async sweepBatches(sql: Sql, { beforeMs, limit }: { beforeMs: number; limit: number }): Promise<number> {
    await sql.run(
      `UPDATE saved_search_batches SET items = '[]'
       WHERE settled_at_ms < $1 AND order_id IS NOT NULL AND items <> '[]'`,
      [beforeMs],
    );
    return sql.run(
      `DELETE FROM saved_search_batches WHERE id IN (
         SELECT id FROM saved_search_batches WHERE settled_at_ms < $1 AND order_id IS NULL
         ORDER BY settled_at_ms, id LIMIT $2)`,
      [beforeMs, limit],
    );
  },
};
