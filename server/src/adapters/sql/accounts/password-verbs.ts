import type { AuditEntry } from '../../../accounts/audit.ts';
import type { PasswordReplacement } from '../../../accounts/ports.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from '../database.ts';
import { type SealedMail, insertMail } from '../notifications/outbox.ts';

type Conditions = Pick<PasswordReplacement, 'keepSessionId' | 'expectedHash'>;

/** Sets the hash and ends what the old password may have let in; false when there is no such account or its hash is another. */
export async function replacePassword(
  sql: Sql,
  input: { accountId: string; passwordHash: string; nowMs: number } & Conditions,
): Promise<boolean> {
  const { accountId, passwordHash, nowMs, keepSessionId, expectedHash } = input;
  const found = await sql.run(
    `UPDATE accounts SET password_hash = $2, modified_at_ms = $3
     WHERE id = $1 AND (CAST($4 AS TEXT) IS NULL OR password_hash = $4)`,
    [accountId, passwordHash, nowMs, expectedHash ?? null],
  );
  if (found === 0) return false;
  // No session has the empty id, so without one to keep all of them end.
  await sql.run('DELETE FROM sessions WHERE account_id = $1 AND id <> $2', [accountId, keepSessionId ?? '']);
  await sql.run('DELETE FROM one_time_links WHERE account_id = $1', [accountId]);
  return true;
}

export const passwordVerbs = {
  async setPassword(
    sql: Sql,
    input: { id: string; passwordHash: string; audit: AuditEntry; mail: SealedMail | null } & Conditions,
  ): Promise<boolean> {
    const { id: accountId, audit, mail, ...rest } = input;
    if (!(await replacePassword(sql, { accountId, nowMs: audit.atMs, ...rest }))) return false;
    if (mail !== null) await insertMail(sql, mail);
    await appendAudit(sql, audit);
    return true;
  },

  async rehashPassword(sql: Sql, { id, from, to }: { id: string; from: string; to: string }): Promise<void> {
    await sql.run('UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [id, from, to]);
  },
};
