import { hourMs } from '../../../../shared/clock.ts';
import type { Sql } from '../../database.ts';
import { type SealedNotices, insertNotices } from '../../notifications/order-notices.ts';
import { addRateCount } from '../../usage/rate-counts.ts';

/** To others than the account, of all its orders: nobody's mailbox is flooded in its name. */
export const mostMailsInHour = 500;

type Owner = { readonly account_id: string; readonly email_key: string };

const ownerOf = `SELECT o.account_id, a.email_key FROM orders o JOIN accounts a ON a.id = o.account_id WHERE o.id = $1`;

/** Leaves out mails to others beyond what the account may send in an hour, and has the order tell how many. */
export async function insertBoundNotices(
  sql: Sql,
  orderId: string,
  { mails, webhooks }: SealedNotices,
  nowMs: number,
): Promise<void> {
  const owner = (await sql.get<Owner>(ownerOf, [orderId]))!;
  const others = mails.filter(({ toKey }) => toKey !== owner.email_key);
  const granted = others.length === 0 ? 0 : await grantMails(sql, owner.account_id, others.length, nowMs);
  const left = new Set(others.slice(granted));
  await insertNotices(sql, { mails: mails.filter((mail) => !left.has(mail)), webhooks });
  if (left.size > 0) await warnOf(sql, orderId, left.size);
}

/** Counted among the requests, in a window that ends with the hour, and so is swept with them. */
async function grantMails(sql: Sql, accountId: string, wanted: number, nowMs: number): Promise<number> {
  const hourEndMs = (Math.floor(nowMs / hourMs) + 1) * hourMs;
  const used = await addRateCount(sql, hourEndMs, { identity: `order-mails:${accountId}`, used: wanted });
  return Math.max(0, Math.min(wanted, mostMailsInHour - (used - wanted)));
}

async function warnOf(sql: Sql, orderId: string, mails: number): Promise<void> {
  const row = await sql.get<{ warnings: string }>('SELECT warnings FROM order_documents WHERE order_id = $1', [
    orderId,
  ]);
  const warning = `notifications: not told: too many (${mails} mails beyond ${mostMailsInHour} in an hour)`;
  const warnings = [...(JSON.parse(row!.warnings) as string[]), warning];
  await sql.run('UPDATE order_documents SET warnings = $2 WHERE order_id = $1', [orderId, JSON.stringify(warnings)]);
}
