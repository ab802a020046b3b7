import type { AuditEntry } from '../../accounts/audit.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from './database.ts';

/** Sets the hash and ends what the old password may have let in; false when there is no such account. */
export async function replacePassword(
  sql: Sql,
  input: { accountId: string; passwordHash: string; nowMs: number; keepSessionId?: string | undefined },
): Promise<boolean> {
  const { accountId, passwordHash, nowMs, keepSessionId } = input;
  const found = await sql.run('UPDATE accounts SET password_hash = $2, modified_at_ms = $3 WHERE id = $1', [
    accountId,
    passwordHash,
    nowMs,
  ]);
  if (found === 0) return false;
  // No session has the empty id, so without one to keep all of them end.
  await sql.run('DELETE FROM sessions WHERE account_id = $1 AND id <> $2', [accountId, keepSessionId ?? '']);
  await sql.run('DELETE FROM one_time_links WHERE account_id = $1', [accountId]);
  return true;
}

export const passwordVerbs = {
  async setPassword(
    sql: Sql,
    input: { id: string; passwordHash: string; audit: AuditEntry; keepSessionId: string | undefined },
  ): Promise<boolean> {
    const { id: accountId, passwordHash, audit, keepSessionId } = input;
    if (!(await replacePassword(sql, { accountId, passwordHash, nowMs: audit.atMs, keepSessionId }))) return false;
    await appendAudit(sql, audit);
    return true;
  },

  async rehashPassword(sql: Sql, { id, from, to }: { id: string; from: string; to: string }): Promise<void> {
    await sql.run('UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [id, from, to]);
  },
};
