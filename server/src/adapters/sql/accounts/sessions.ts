import type { SessionStore } from '../../../accounts/ports.ts';
import type { Database } from '../database.ts';
import { packedMember, unpackMember } from './member-rows.ts';

type BearerRow = { readonly session_id: string; readonly expires_at_ms: number; readonly member: string };

const bearer = `SELECT t.session_id, t.expires_at_ms, ${packedMember} AS member
  FROM access_tokens t
  JOIN sessions s ON s.id = t.session_id
  JOIN accounts a ON a.id = s.account_id
  JOIN organizations o ON o.id = a.organization_id
  WHERE t.token_hash = $1 AND t.expires_at_ms > $2 AND s.expires_at_ms > $2 AND a.is_active = 1`;

export function createSessionStore(db: Database): SessionStore {
  return {
    open: (session, token, verifiedHash, audit) => db.write('openSession', { session, token, verifiedHash, audit }),
    rotate: (input) => db.write('rotateSession', input),
    issueForCookie: (cookieHash, token, nowMs) => db.write('issueForCookie', { cookieHash, token, nowMs }),
    async bearer(tokenHash, nowMs) {
      const row = await db.read.get<BearerRow>(bearer, [tokenHash, nowMs]);
      if (row === undefined) return null;
      const { account, organization } = unpackMember(row.member);
      return { account, organization, sessionId: row.session_id, expiresAtMs: row.expires_at_ms };
    },
    end: (by) => db.write('endSession', by),
    sweep: (nowMs) => db.write('sweepSessions', nowMs),
  };
}
