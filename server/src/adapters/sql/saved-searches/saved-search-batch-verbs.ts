import type { FeedLease } from '../../../saved-searches/ports.ts';
import type { BatchOutcome } from '../../../saved-searches/saved-search.ts';
import type { Sql } from '../database.ts';
import { type SealedNotices, insertNotices } from '../notifications/order-notices.ts';
import { isStillHeld } from './saved-search-feed-verbs.ts';
import { type BatchRow, type SavedSearchRow, batchColumns, savedSearchColumns } from './saved-search-rows.ts';

type Closing = {
  readonly lease: FeedLease;
  readonly id: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
};
export type ClosedRows = { readonly batch: BatchRow; readonly search: SavedSearchRow };

/**
 * Another batch `c` of the search of `b` that goes first: its orders share a budget. One of another feed does while it
 * is acted upon, and no longer: that store of items may be gone.
 */
export const goesFirst = (nowMs: string): string => `SELECT 1 FROM saved_search_batches c
  WHERE c.saved_search_id = b.saved_search_id AND c.id <> b.id AND c.state = 'closed'
    AND ((c.feed = b.feed AND b.state = 'gathering') OR (c.feed <> b.feed AND c.due_at_ms > ${nowMs}))`;

async function closeBatch(sql: Sql, { lease, id, nowMs, leaseUntilMs }: Closing): Promise<ClosedRows | null> {
  if (!(await isStillHeld(sql, lease))) return null;
  await sql.run('UPDATE saved_search_feeds SET lease_until_ms = $2 WHERE feed = $1', [lease.feed, leaseUntilMs]);
  // Locked first: of two nodes that follow different feeds one closes, and the other sees it.
  const search = await lockSearchOf(sql, id);
  if (search === undefined) return null;
  const first = await sql.get(
    `SELECT b.id FROM saved_search_batches b WHERE b.id = $1 AND EXISTS (${goesFirst('$2')})`,
    [id, nowMs],
  );
  if (first !== undefined) return null;
  const batch = await sql.get<BatchRow>(
    `UPDATE saved_search_batches SET state = 'closed', due_at_ms = $3, attempts = attempts + 1
     WHERE id = $1 AND feed = $2 AND state <> 'settled' RETURNING ${batchColumns}`,
    [id, lease.feed, leaseUntilMs],
  );
  return batch === undefined ? null : { batch, search };
}

const lockSearchOf = (sql: Sql, batchId: string): Promise<SavedSearchRow | undefined> =>
  sql.get<SavedSearchRow>(
    `SELECT ${savedSearchColumns.join(', ')} FROM saved_searches
     WHERE id = (SELECT saved_search_id FROM saved_search_batches WHERE id = $1) FOR UPDATE`,
    [batchId],
  );

type Settling = {
  readonly lease: FeedLease;
  readonly id: string;
  readonly outcome: BatchOutcome;
  readonly notices: SealedNotices;
  readonly acquisitions: readonly string[];
  readonly goneKeyId: string | null;
  readonly nowMs: number;
};

async function settleBatch(sql: Sql, settling: Settling): Promise<boolean> {
  const { lease, id, outcome, notices, acquisitions, goneKeyId, nowMs } = settling;
  if (!(await isStillHeld(sql, lease))) return false;
  // A search before its batches, as whoever deletes one takes them.
  if ((await lockSearchOf(sql, id)) === undefined) return false;
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
  // Whoever vouched for it meanwhile is not overruled.
  if (goneKeyId !== null)
    await sql.run(
      'UPDATE saved_searches SET is_paused = 1, changed_at_ms = $3, edition = edition + 1 WHERE id = $1 AND key_id = $2',
      [batch.saved_search_id, goneKeyId, nowMs],
    );
  return true;
}

type Granting = {
  readonly accountId: string;
  readonly wanted: number;
  readonly most: number;
  readonly hour: number;
};

async function grantMails(sql: Sql, { accountId, wanted, most, hour }: Granting): Promise<number> {
  await sql.run(
    'INSERT INTO saved_search_mails (account_id, hour, mails) VALUES ($1, $2, 0) ON CONFLICT (account_id) DO NOTHING',
    [accountId, hour],
  );
  const row = await sql.get<{ hour: number; mails: number }>(
    'SELECT hour, mails FROM saved_search_mails WHERE account_id = $1 FOR UPDATE',
    [accountId],
  );
  const sent = row?.hour === hour ? row.mails : 0;
  const granted = Math.max(0, Math.min(wanted, most - sent));
  await sql.run('UPDATE saved_search_mails SET hour = $2, mails = $3 WHERE account_id = $1', [
    accountId,
    hour,
    sent + granted,
  ]);
  return granted;
}

export const savedSearchBatchVerbs = {
  closeBatch,
  settleBatch,
  grantMails,

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
