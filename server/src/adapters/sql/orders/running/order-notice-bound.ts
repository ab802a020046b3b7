import { mostInHour as mostWebhooks } from '../../../../notifications/webhook-patience.ts';
import type { Sql } from '../../database.ts';
import { type SealedNotices, insertNotices } from '../../notifications/order-notices.ts';
import { addHourCount } from '../../usage/rate-counts.ts';

/** Of all orders of an account, mails to itself apart: nobody's mailbox is flooded in its name. */
const mostInHour = { mails: 500, webhooks: mostWebhooks } as const;

type Owner = { readonly account_id: string; readonly email_key: string };

const ownerOf = `SELECT o.account_id, a.email_key FROM orders o JOIN accounts a ON a.id = o.account_id WHERE o.id = $1`;

/** Leaves out what is beyond what the account may send in an hour, and has the order tell how much. */
export async function insertBoundNotices(
  sql: Sql,
  orderId: string,
  { mails, webhooks }: SealedNotices,
  nowMs: number,
): Promise<void> {
  const owner = (await sql.get<Owner>(ownerOf, [orderId]))!;
  const others = mails.filter(({ toKey }) => toKey !== owner.email_key);
  const leftMails = await beyond(sql, 'mails', { owner, notices: others, nowMs });
  const leftWebhooks = await beyond(sql, 'webhooks', { owner, notices: webhooks, nowMs });
  await insertNotices(sql, {
    mails: mails.filter((mail) => !leftMails.has(mail)),
    webhooks: webhooks.filter((message) => !leftWebhooks.has(message)),
  });
  if (leftMails.size > 0) await warnOf(sql, orderId, 'mails', leftMails.size);
  if (leftWebhooks.size > 0) await warnOf(sql, orderId, 'webhooks', leftWebhooks.size);
}

type Kind = keyof typeof mostInHour;
type Wanted<T> = { readonly owner: Owner; readonly notices: readonly T[]; readonly nowMs: number };

/** Counted among the requests. */
async function beyond<T>(sql: Sql, kind: Kind, { owner, notices, nowMs }: Wanted<T>): Promise<ReadonlySet<T>> {
  if (notices.length === 0) return new Set();
  const count = { identity: `order-${kind}:${owner.account_id}`, used: notices.length };
  const before = (await addHourCount(sql, nowMs, count)) - notices.length;
  return new Set(notices.slice(Math.max(0, mostInHour[kind] - before)));
}

async function warnOf(sql: Sql, orderId: string, kind: Kind, left: number): Promise<void> {
  const row = await sql.get<{ warnings: string }>('SELECT warnings FROM order_documents WHERE order_id = $1', [
    orderId,
  ]);
  const warning = `notifications: not told: too many (${left} ${kind} beyond ${mostInHour[kind]} in an hour)`;
  const warnings = [...(JSON.parse(row!.warnings) as string[]), warning];
  await sql.run('UPDATE order_documents SET warnings = $2 WHERE order_id = $1', [orderId, JSON.stringify(warnings)]);
}
