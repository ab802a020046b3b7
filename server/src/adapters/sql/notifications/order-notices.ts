import { emailKey } from '../../../accounts/account.ts';
import type { Notices } from '../../../orders/ports.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Sql } from '../database.ts';
import { type SealedMail, insertMail, sealMail } from './outbox.ts';
import { type SealedWebhook, insertWebhook, sealWebhook } from './webhooks.ts';

/** With whom it is for, which is not stored. */
type AddressedMail = SealedMail & { readonly toKey: string };

/** What must leave, as it lies in the database. */
export type SealedNotices = { readonly mails: readonly AddressedMail[]; readonly webhooks: readonly SealedWebhook[] };

export const sealNotices = (vault: Vault, { mails, webhooks }: Notices, nowMs: number): SealedNotices => ({
  mails: mails.map((mail) => ({ ...sealMail(vault, mail, nowMs), toKey: emailKey(mail.to) })),
  webhooks: webhooks.map((event) => sealWebhook(vault, event)),
});

/** Within the transaction of what they tell of. */
export async function insertNotices(sql: Sql, { mails, webhooks }: SealedNotices): Promise<void> {
  for (const mail of mails) await insertMail(sql, mail);
  for (const webhook of webhooks) await insertWebhook(sql, webhook);
}
