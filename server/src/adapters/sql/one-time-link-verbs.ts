import type { Member } from '../../accounts/account.ts';
import type { AuditEntry } from '../../accounts/audit.ts';
import type { OneTimeLink, OneTimePurpose } from '../../accounts/ports.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from './database.ts';
import { memberById, toMember } from './member-rows.ts';
import type { MemberRow } from './member-rows.ts';
import { insertMail } from './outbox.ts';
import type { SealedMail } from './outbox.ts';
import { replacePassword } from './password-verbs.ts';

type Presented = { readonly tokenHash: string; readonly purposes: readonly OneTimePurpose[] };

async function consume(sql: Sql, { tokenHash, purposes }: Presented, nowMs: number): Promise<Member | null> {
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
  return used === 1 ? toMember(member) : null;
}

export const oneTimeLinkVerbs = {
  async createOneTimeLink(
    sql: Sql,
    input: { link: OneTimeLink; mail: SealedMail | null; audit: AuditEntry },
  ): Promise<void> {
    const { link, mail, audit } = input;
    await sql.run(
      `INSERT INTO one_time_links (account_id, purpose, token_hash, expires_at_ms) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, purpose)
       DO UPDATE SET token_hash = excluded.token_hash, expires_at_ms = excluded.expires_at_ms`,
      [link.accountId, link.purpose, link.tokenHash, link.expiresAtMs],
    );
    if (mail !== null) await insertMail(sql, mail);
    await appendAudit(sql, audit);
  },

  consumeOneTimeLink: (sql: Sql, input: Presented & { readonly nowMs: number }) => consume(sql, input, input.nowMs),

  async consumeForPassword(
    sql: Sql,
    input: Presented & { readonly passwordHash: string; readonly audit: AuditEntry },
  ): Promise<Member | null> {
    const { passwordHash, audit } = input;
    const member = await consume(sql, input, audit.atMs);
    if (member === null) return null;
    await replacePassword(sql, { accountId: member.account.id, passwordHash, nowMs: audit.atMs });
    // Only the link tells whose password it was.
    await appendAudit(sql, { ...audit, targetId: audit.targetId ?? member.account.id });
    return member;
  },
};
