import type { Member } from '../../../accounts/account.ts';
import type { AuditEntry } from '../../../accounts/audit.ts';
import type { AccessTokenRecord, Rotation, Session, SessionStore } from '../../../accounts/ports.ts';
import { appendHourly } from './audit-log.ts';
import type { Sql } from '../database.ts';
import { memberById, toMember } from './member-rows.ts';
import type { MemberRow } from './member-rows.ts';

type SessionState = {
  readonly account_id: string;
  readonly counter: number;
  readonly rotated_at_ms: number;
  readonly expires_at_ms: number;
};

/** Refuses an inactive account or a changed password, and makes both changes wait until this transaction ends. */
export async function holdActiveAccount(sql: Sql, accountId: string, verifiedHash: string | null): Promise<boolean> {
  const row = await sql.get<{ password_hash: string | null }>(
    'SELECT password_hash FROM accounts WHERE id = $1 AND is_active = 1 FOR SHARE',
    [accountId],
  );
  return row !== undefined && (verifiedHash === null || verifiedHash === row.password_hash);
}

async function insertToken(sql: Sql, sessionId: string, token: AccessTokenRecord): Promise<void> {
  await sql.run(
    `INSERT INTO access_tokens (token_hash, session_id, expires_at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (token_hash) DO NOTHING`,
    [token.tokenHash, sessionId, token.expiresAtMs],
  );
}

async function rotateSession(sql: Sql, input: Parameters<SessionStore['rotate']>[0]): Promise<Rotation> {
  const { sessionId, counter, token, nowMs, graceMs, expiresAtMs } = input;
  const session = await sql.get<SessionState>(
    `SELECT account_id, counter, rotated_at_ms, expires_at_ms FROM sessions
     WHERE id = $1 AND kind = 'grant' FOR UPDATE`,
    [sessionId],
  );
  if (session === undefined || session.expires_at_ms <= nowMs) return { outcome: 'refused' };
  const accountId = session.account_id;
  if (counter === session.counter) {
    await sql.run('UPDATE sessions SET counter = $2, rotated_at_ms = $3, expires_at_ms = $4 WHERE id = $1', [
      sessionId,
      counter + 1,
      nowMs,
      expiresAtMs,
    ]);
    await insertToken(sql, sessionId, token);
    return { outcome: 'rotated', counter: counter + 1, accountId };
  }
  if (counter === session.counter - 1 && nowMs - session.rotated_at_ms <= graceMs) {
    await insertToken(sql, sessionId, token);
    return { outcome: 'grace', counter: session.counter, accountId };
  }
  await sql.run('DELETE FROM sessions WHERE id = $1', [sessionId]);
  return { outcome: 'reused' };
}

/** More than anybody has devices; a program that signs in anew for each call makes thousands that nobody comes back to. */
const mostAtRest = 1_000;

/** Those of each account that were used longest ago, beyond a number; one that was used later than that moment is not at rest. */
async function sweepAtRest(sql: Sql, beforeMs: number): Promise<number> {
  const many = 'SELECT account_id FROM sessions GROUP BY account_id HAVING COUNT(*) > $1';
  const beyond =
    'SELECT rotated_at_ms FROM sessions WHERE account_id = $1 ORDER BY rotated_at_ms DESC LIMIT 1 OFFSET $2';
  let gone = 0;
  for (const { account_id: id } of await sql.all<{ account_id: string }>(many, [mostAtRest])) {
    const latest = await sql.get<{ rotated_at_ms: number }>(beyond, [id, mostAtRest]);
    gone += await sql.run('DELETE FROM sessions WHERE account_id = $1 AND rotated_at_ms <= $2', [
      id,
      Math.min(beforeMs, latest?.rotated_at_ms ?? 0),
    ]);
  }
  return gone;
}

export const sessionVerbs = {
  rotateSession,

  async openSession(
    sql: Sql,
    input: { session: Session; token: AccessTokenRecord; verifiedHash: string | null; audit?: AuditEntry | undefined },
  ): Promise<boolean> {
    const { session, token, verifiedHash, audit } = input;
    if (!(await holdActiveAccount(sql, session.accountId, verifiedHash))) return false;
    await sql.run(
      `INSERT INTO sessions (id, account_id, kind, cookie_hash, counter, rotated_at_ms, created_at_ms, expires_at_ms)
       VALUES ($1, $2, $3, $4, 0, $5, $5, $6)`,
      [session.id, session.accountId, session.kind, session.cookieHash, session.createdAtMs, session.expiresAtMs],
    );
    await insertToken(sql, session.id, token);
    if (audit !== undefined) await appendHourly(sql, audit);
    return true;
  },

  async issueForCookie(
    sql: Sql,
    input: { cookieHash: string; token: AccessTokenRecord; nowMs: number },
  ): Promise<Member | null> {
    const session = await sql.get<{ id: string; account_id: string }>(
      `SELECT id, account_id FROM sessions WHERE cookie_hash = $1 AND kind = 'web' AND expires_at_ms > $2 FOR KEY SHARE`,
      [input.cookieHash, input.nowMs],
    );
    if (session === undefined) return null;
    const row = await sql.get<MemberRow>(memberById, [session.account_id]);
    if (row === undefined || row.is_active !== 1) return null;
    await insertToken(sql, session.id, input.token);
    // When it was last used, for the sweep.
    await sql.run('UPDATE sessions SET rotated_at_ms = $2 WHERE id = $1', [session.id, input.nowMs]);
    return toMember(row);
  },

  async endSession(sql: Sql, by: Parameters<SessionStore['end']>[0]): Promise<void> {
    if ('sessionId' in by) await sql.run('DELETE FROM sessions WHERE id = $1', [by.sessionId]);
    else if ('cookieHash' in by) await sql.run('DELETE FROM sessions WHERE cookie_hash = $1', [by.cookieHash]);
    else
      await sql.run('DELETE FROM sessions WHERE id = (SELECT session_id FROM access_tokens WHERE token_hash = $1)', [
        by.tokenHash,
      ]);
  },

  async sweepSessions(sql: Sql, nowMs: number): Promise<number> {
    const tokens = await sql.run('DELETE FROM access_tokens WHERE expires_at_ms <= $1', [nowMs]);
    const sessions = await sql.run('DELETE FROM sessions WHERE expires_at_ms <= $1', [nowMs]);
    return tokens + sessions + (await sweepAtRest(sql, nowMs));
  },
};
