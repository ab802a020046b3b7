import { randomUUID } from 'node:crypto';
import type { Mail } from '../../../notifications/mail.ts';
import type { MailOutbox, QueuedMail } from '../../../notifications/ports.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database, Sql } from '../database.ts';

/** A mail as it lies in the database: bound to its row by the sealing context. */
export type SealedMail = { readonly id: string; readonly sealed: string; readonly queuedAtMs: number };

type ClaimedRow = {
  readonly id: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly queued_at_ms: number;
};

const sealContext = (id: string) => `outbox:${id}`;

export function sealMail(vault: Vault, mail: Mail, queuedAtMs: number): SealedMail {
  const id = randomUUID();
  return { id, sealed: vault.seal(JSON.stringify(mail), sealContext(id)), queuedAtMs };
}

export async function insertMail(sql: Sql, { id, sealed, queuedAtMs }: SealedMail): Promise<void> {
  await sql.run('INSERT INTO outbox (id, sealed, queued_at_ms, due_at_ms) VALUES ($1, $2, $3, $3)', [
    id,
    sealed,
    queuedAtMs,
  ]);
}

async function claimMails(sql: Sql, { nowMs, leaseMs, limit }: { nowMs: number; leaseMs: number; limit: number }) {
  const due = await sql.all<{ id: string }>(
    `SELECT id FROM outbox WHERE is_abandoned = 0 AND due_at_ms <= $1
     ORDER BY due_at_ms, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [nowMs, limit],
  );
  const claimed: ClaimedRow[] = [];
  for (const { id } of due) {
    // Counted here and not after sending, so that a mail that kills its sender runs out of attempts too.
    const row = await sql.get<ClaimedRow>(
      `UPDATE outbox SET due_at_ms = $2, attempts = attempts + 1 WHERE id = $1
       RETURNING id, sealed, attempts, queued_at_ms`,
      [id, nowMs + leaseMs],
    );
    if (row !== undefined) claimed.push(row);
  }
  return claimed;
}

export const outboxVerbs = {
  enqueueMail: (sql: Sql, mail: SealedMail) => insertMail(sql, mail),
  claimMails,
  async mailSent(sql: Sql, id: string): Promise<void> {
    await sql.run('DELETE FROM outbox WHERE id = $1', [id]);
  },
  async retryMail(sql: Sql, { id, atMs, error }: { id: string; atMs: number; error: string }): Promise<void> {
    await sql.run('UPDATE outbox SET due_at_ms = $2, error = $3 WHERE id = $1', [id, atMs, error]);
  },
  async abandonMail(sql: Sql, { id, error }: { id: string; error: string }): Promise<void> {
    await sql.run('UPDATE outbox SET is_abandoned = 1, error = $2 WHERE id = $1', [id, error]);
  },
  async sweepMails(sql: Sql, beforeMs: number): Promise<number> {
    return sql.run('DELETE FROM outbox WHERE is_abandoned = 1 AND queued_at_ms < $1', [beforeMs]);
  },
};

export function createOutbox(db: Database, vault: Vault): MailOutbox {
  const abandon = (id: string, error: string) => db.write('abandonMail', { id, error });

  // One mail that cannot be opened must not hold up the others.
  async function open({ id, sealed, attempts, queued_at_ms: queuedAtMs }: ClaimedRow): Promise<QueuedMail | null> {
    try {
      return { id, attempts, queuedAtMs, mail: JSON.parse(vault.open(sealed, sealContext(id))) as Mail };
    } catch {
      await abandon(id, 'the stored mail cannot be opened');
      return null;
    }
  }

  return {
    enqueue: (mail, nowMs) => db.write('enqueueMail', sealMail(vault, mail, nowMs)),
    async claim(nowMs, leaseMs, limit) {
      const rows = await db.write('claimMails', { nowMs, leaseMs, limit });
      const mails = await Promise.all(rows.map(open));
      return mails.filter((mail) => mail !== null);
    },
    sent: (id) => db.write('mailSent', id),
    retryAt: (id, atMs, error) => db.write('retryMail', { id, atMs, error }),
    abandon,
    async pending() {
      const row = await db.read.get<{ mails: number }>('SELECT COUNT(*) AS mails FROM outbox WHERE is_abandoned = 0');
      return row?.mails ?? 0;
    },
    sweep: (beforeMs) => db.write('sweepMails', beforeMs),
  };
}
