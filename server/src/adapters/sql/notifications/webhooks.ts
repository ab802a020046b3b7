import { randomUUID } from 'node:crypto';
import type {
  ClaimedWebhook,
  WebhookAttempt,
  WebhookRecord,
  WebhookState,
  WebhookStore,
} from '../../../notifications/ports.ts';
import type { WebhookEvent } from '../../../notifications/webhook.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database, Sql } from '../database.ts';
import { readCursor, toPage } from '../keyset.ts';
import type { SealedSecret } from './webhook-secret-verbs.ts';
import type { ClaimedWebhookRow } from './webhook-verbs.ts';

/** A message as it lies in the database: plain data for a verb. */
export type SealedWebhook = {
  readonly id: string;
  readonly accountId: string;
  readonly orderId: string | null;
  readonly type: string;
  readonly sealed: string;
  readonly createdAtMs: number;
};

type WebhookRow = ClaimedWebhookRow & {
  readonly state: WebhookState;
  readonly log: string;
  readonly due_at_ms: number | null;
};

/** Each batch is a transaction of its own. */
const sweptAtOnce = 500;
const unopenable = 'the stored message cannot be opened';

const messageContext = (id: string) => `webhook:${id}`;
const secretContext = (accountId: string) => `webhook-secret:${accountId}`;

const columns = 'id, account_id, order_id, type, sealed, attempts, created_at_ms, state, log, due_at_ms';
const byId = `SELECT ${columns} FROM webhooks WHERE id = $1 AND account_id = $2`;
const pageOf = (condition: string) => `SELECT ${columns} FROM webhooks
  WHERE account_id = $1 AND (created_at_ms, id) < ($2, $3)${condition} ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
const pageOfAll = pageOf('');
const pageOfOrder = pageOf(' AND order_id = $5');
const secretsOf = `SELECT sealed FROM webhook_secrets WHERE account_id = $1 AND (until_ms IS NULL OR until_ms > $2)
  ORDER BY CASE WHEN until_ms IS NULL THEN 0 ELSE 1 END, until_ms DESC, id`;

export function sealWebhook(vault: Vault, event: WebhookEvent): SealedWebhook {
  const { id, accountId, orderId, type, createdAtMs, url, body } = event;
  return {
    id,
    accountId,
    orderId,
    type,
    createdAtMs,
    sealed: vault.seal(JSON.stringify({ url, body }), messageContext(id)),
  };
}

/** Within the transaction of what it tells of; one that is there already stays as it is. */
export async function insertWebhook(sql: Sql, message: SealedWebhook): Promise<void> {
  const { id, accountId, orderId, type, sealed, createdAtMs } = message;
  await sql.run(
    `INSERT INTO webhooks (id, account_id, order_id, type, sealed, state, created_at_ms, due_at_ms)
     VALUES ($1, $2, $3, $4, $5, 'pending', $6, $6) ON CONFLICT (id) DO NOTHING`,
    [id, accountId, orderId, type, sealed, createdAtMs],
  );
}

export function createWebhookStore(db: Database, vault: Vault): WebhookStore {
  const sealSecret = (accountId: string, secret: string): SealedSecret => ({
    id: randomUUID(),
    accountId,
    sealed: vault.seal(secret, secretContext(accountId)),
  });

  const record: WebhookStore['record'] = (id, attempt, retryAtMs) =>
    db.write('recordWebhook', { id, attempt, retryAtMs });

  // One message that cannot be opened must not hold up the others.
  async function claimed(row: ClaimedWebhookRow, nowMs: number): Promise<ClaimedWebhook | null> {
    try {
      return { event: toEvent(vault, row), attempts: row.attempts };
    } catch {
      await record(row.id, { atMs: nowMs, status: null, tookMs: 0, error: unopenable }, null);
      return null;
    }
  }

  return {
    enqueue: (event) => db.write('enqueueWebhook', sealWebhook(vault, event)),
    keep: (event, attempt) => db.write('keepWebhook', { message: sealWebhook(vault, event), attempt }),
    async claim(nowMs, leaseMs, limit, busy = []) {
      const rows = await db.write('claimWebhooks', { nowMs, leaseMs, limit, busy });
      const opened = await Promise.all(rows.map((row) => claimed(row, nowMs)));
      return opened.filter((message) => message !== null);
    },
    record,
    async byId(accountId, id) {
      const row = await db.read.get<WebhookRow>(byId, [id, accountId]);
      return row === undefined ? null : toRecord(vault, row);
    },
    async list(accountId, page, orderId) {
      const { atMs, id } = readCursor(page.after);
      const shared = [accountId, atMs, id, page.limit + 1];
      const rows =
        orderId === undefined
          ? await db.read.all<WebhookRow>(pageOfAll, shared)
          : await db.read.all<WebhookRow>(pageOfOrder, [...shared, orderId]);
      return toPage(
        rows,
        page,
        (row) => ({ atMs: row.created_at_ms, id: row.id }),
        (row) => toRecord(vault, row),
      );
    },
    countByHand: (accountId, messages, nowMs) => db.write('countWebhooksByHand', { accountId, messages, nowMs }),
    replay: (accountId, id, nowMs) => db.write('replayWebhook', { accountId, id, nowMs }),
    async secrets(accountId, nowMs) {
      const rows = await db.read.all<{ sealed: string }>(secretsOf, [accountId, nowMs]);
      return rows.map(({ sealed }) => vault.open(sealed, secretContext(accountId)));
    },
    createSecret: (accountId, secret) => db.write('createWebhookSecret', sealSecret(accountId, secret)),
    rotateSecret: (accountId, secret, oldUntilMs) =>
      db.write('rotateWebhookSecret', { secret: sealSecret(accountId, secret), oldUntilMs }),
    async sweep(beforeMs) {
      let swept = 0;
      for (;;) {
        const gone = await db.write('sweepWebhooks', { beforeMs, limit: sweptAtOnce });
        swept += gone;
        if (gone < sweptAtOnce) return swept;
      }
    },
  };
}

function toEvent(vault: Vault, row: ClaimedWebhookRow): WebhookEvent {
  const { id, account_id: accountId, order_id: orderId, type, created_at_ms: createdAtMs } = row;
  const { url, body } = JSON.parse(vault.open(row.sealed, messageContext(id))) as Pick<WebhookEvent, 'url' | 'body'>;
  return { id, accountId, orderId, type, createdAtMs, url, body };
}

const toRecord = (vault: Vault, row: WebhookRow): WebhookRecord => ({
  ...toEvent(vault, row),
  state: row.state,
  attempts: JSON.parse(row.log) as WebhookAttempt[],
  dueAtMs: row.due_at_ms,
});
