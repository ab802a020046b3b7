import type { Member } from '../../../accounts/account.ts';
import type { AuditEntry } from '../../../accounts/audit.ts';
import type { OneTimeLink, OneTimePurpose } from '../../../accounts/ports.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from '../database.ts';
import { memberById, toMember } from './member-rows.ts';
import type { MemberRow } from './member-rows.ts';
import { insertMail } from '../notifications/outbox.ts';
import type { SealedMail } from '../notifications/outbox.ts';
import { replacePassword } from './password-verbs.ts';

type Presented = { readonly tokenHash: string; readonly purposes: readonly OneTimePurpose[] };

type Used = { readonly member: Member; readonly purpose: OneTimePurpose };

async function consume(sql: Sql, { tokenHash, purposes }: Presented, nowMs: number): Promise<Used | null> {
  const link = await sql.get<{ account_id: string; purpose: OneTimePurpose }>(
    'SELECT account_id, purpose FROM one_time_links WHERE token_hash = $1',
    [tokenHash],
  );
  if (link === undefined || !purposes.includes(link.purpose)) return null;
  // The account is locked before its link, in the order in which a deactivation takes them.
  const member = await sql.get<MemberRow>(`${memberById} AND a.is_active = 1 FOR UPDATE OF a`, [link.account_id]);
  if (member === undefined) return null;
  const used = await sql.run('DELETE FROM one_time_links WHERE token_hash = $1 AND expires_at_ms > $2', [
    tokenHash,
    nowMs,
  ]);
  return used === 1 ? { member: toMember(member), purpose: link.purpose } : null;
}

export type StoredLink = { readonly link: OneTimeLink; readonly mail: SealedMail | null; readonly audit: AuditEntry };

/** Stores a link with its mail and its record; called by the verb that makes the account, too. */
export async function insertLink(sql: Sql, { link, mail, audit }: StoredLink): Promise<void> {
  await sql.run(
    `INSERT INTO one_time_links (account_id, purpose, token_hash, expires_at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, purpose)
     DO UPDATE SET token_hash = excluded.token_hash, expires_at_ms = excluded.expires_at_ms`,
    [link.accountId, link.purpose, link.tokenHash, link.expiresAtMs],
  );
  if (mail !== null) await insertMail(sql, mail);
  await appendAudit(sql, audit);
}

export const oneTimeLinkVerbs = {
  createOneTimeLink: (sql: Sql, input: StoredLink) => insertLink(sql, input),

  async consumeOneTimeLink(sql: Sql, input: Presented & { readonly nowMs: number }): Promise<Member | null> {
    return (await consume(sql, input, input.nowMs))?.member ?? null;
  },

  async consumeForPassword(
    sql: Sql,
    input: Presented & { readonly passwordHash: string; readonly audit: AuditEntry; mailOfReset: SealedMail | null },
  ): Promise<Member | null> {
    const { passwordHash, audit, mailOfReset } = input;
    const used = await consume(sql, input, audit.atMs);
    if (used === null) return null;
    const { member, purpose } = used;
    await replacePassword(sql, { accountId: member.account.id, passwordHash, nowMs: audit.atMs });
    // Whoever accepts an invitation has no earlier password that could have been changed.
    if (mailOfReset !== null && purpose === 'reset') await insertMail(sql, mailOfReset);
    // Only the link tells whose password it was.
    await appendAudit(sql, { ...audit, targetId: audit.targetId ?? member.account.id });
    return member;
  },
};
