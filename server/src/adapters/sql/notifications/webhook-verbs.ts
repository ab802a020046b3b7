import type { WebhookAttempt, WebhookState } from '../../../notifications/ports.ts';
import type { Sql } from '../database.ts';
import { addHourCount } from '../usage/rate-counts.ts';
import { type SealedWebhook, insertWebhook } from './webhooks.ts';
import { mostOfOneAccount, sendingLeaseMs } from '../../../notifications/webhook-patience.ts';

export type ClaimedWebhookRow = {
  readonly id: string;
  readonly account_id: string;
  readonly order_id: string | null;
  readonly type: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly created_at_ms: number;
};

const mostLogged = 20;

type Claim = {
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Accounts that have enough under way. */
  readonly busy: readonly string[];
};

async function claimWebhooks(sql: Sql, { nowMs, leaseMs, limit, busy }: Claim): Promise<readonly ClaimedWebhookRow[]> {
  const ofOthers = busy.map((_, index) => ` AND account_id <> $${index + 4}`).join('');
  const due = await sql.all<{ id: string }>(
    `SELECT webhooks.id AS id FROM webhooks JOIN (
       SELECT id AS turn_id, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY due_at_ms, id) AS turn
       FROM webhooks WHERE state = 'pending' AND due_at_ms <= $1${ofOthers}) AS turns ON turn_id = webhooks.id
     WHERE state = 'pending' AND due_at_ms <= $1 AND turn <= $3
     ORDER BY turn, due_at_ms, webhooks.id LIMIT $2 FOR UPDATE OF webhooks SKIP LOCKED`,
    [nowMs, limit, mostOfOneAccount, ...busy],
  );
  const claimed: ClaimedWebhookRow[] = [];
  for (const { id } of due) {
    // Counted here and not after sending, so that a message that kills its sender runs out of attempts too.
    const row = await sql.get<ClaimedWebhookRow>(
      `UPDATE webhooks SET due_at_ms = $2, attempts = attempts + 1 WHERE id = $1
       RETURNING id, account_id, order_id, type, sealed, attempts, created_at_ms`,
      [id, nowMs + leaseMs],
    );
    if (row !== undefined) claimed.push(row);
  }
  return claimed;
}

type Recording = { readonly id: string; readonly attempt: WebhookAttempt; readonly retryAtMs: number | null };

async function recordWebhook(sql: Sql, { id, attempt, retryAtMs }: Recording): Promise<void> {
  const row = await sql.get<{ log: string }>('SELECT log FROM webhooks WHERE id = $1 FOR UPDATE', [id]);
  if (row === undefined) return;
  const log = [...(JSON.parse(row.log) as WebhookAttempt[]), attempt].slice(-mostLogged);
  await sql.run('UPDATE webhooks SET log = $2, state = $3, due_at_ms = $4 WHERE id = $1', [
    id,
    JSON.stringify(log),
    stateAfter(attempt, retryAtMs),
    retryAtMs,
  ]);
}

function stateAfter({ error }: WebhookAttempt, retryAtMs: number | null): WebhookState {
  if (retryAtMs !== null) return 'pending';
  return error === null ? 'delivered' : 'failed';
}

type ByHand = { readonly accountId: string; readonly messages: number; readonly nowMs: number };

const countWebhooksByHand = (sql: Sql, { accountId, messages, nowMs }: ByHand): Promise<number> =>
  addHourCount(sql, nowMs, { identity: `webhooks-by-hand:${accountId}`, used: messages });

type Replay = { readonly accountId: string; readonly id: string; readonly nowMs: number };

// One that is due within a lease is on its way, or soon: due now, it would be sent by two.
const replayDue = `CASE WHEN state = 'pending' AND due_at_ms <= $4 THEN due_at_ms ELSE $3 END`;

async function replayWebhook(sql: Sql, { accountId, id, nowMs }: Replay): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE webhooks SET state = 'pending', due_at_ms = ${replayDue}, attempts = 0 WHERE id = $1 AND account_id = $2`,
    [id, accountId, nowMs, nowMs + sendingLeaseMs],
  );
  return changed > 0;
}

async function sweepWebhooks(sql: Sql, { beforeMs, limit }: { beforeMs: number; limit: number }): Promise<number> {
  return sql.run(
    `DELETE FROM webhooks WHERE id IN (
       SELECT id FROM webhooks WHERE state <> 'pending' AND created_at_ms < $1 ORDER BY created_at_ms, id LIMIT $2)`,
    [beforeMs, limit],
  );
}

export const webhookVerbs = {
  enqueueWebhook: (sql: Sql, message: SealedWebhook) => insertWebhook(sql, message),
  async keepWebhook(
    sql: Sql,
    { message, attempt }: { message: SealedWebhook; attempt: WebhookAttempt },
  ): Promise<void> {
    await insertWebhook(sql, message);
    await recordWebhook(sql, { id: message.id, attempt, retryAtMs: null });
  },
  claimWebhooks,
  recordWebhook,
  countWebhooksByHand,
  replayWebhook,
  sweepWebhooks,
};
