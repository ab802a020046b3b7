import type { AuditEntry } from '../../../accounts/audit.ts';
import type { OneTimeLinkStore, OneTimePurpose } from '../../../accounts/ports.ts';
import type { Mail } from '../../../notifications/mail.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database } from '../database.ts';
import { memberById, toMember } from './member-rows.ts';
import type { MemberRow } from './member-rows.ts';
import { sealMail } from '../notifications/outbox.ts';

export function createOneTimeLinkStore(db: Database, vault: Vault): OneTimeLinkStore {
  const sealed = (mail: Mail | null, { atMs }: AuditEntry) => (mail === null ? null : sealMail(vault, mail, atMs));
  return {
    create: (link, mail, audit) => db.write('createOneTimeLink', { link, mail: sealed(mail, audit), audit }),
    async peek(tokenHash, purposes, nowMs) {
      const link = await db.read.get<{ account_id: string; purpose: OneTimePurpose }>(
        'SELECT account_id, purpose FROM one_time_links WHERE token_hash = $1 AND expires_at_ms > $2',
        [tokenHash, nowMs],
      );
      if (link === undefined || !purposes.includes(link.purpose)) return null;
      const row = await db.read.get<MemberRow>(`${memberById} AND a.is_active = 1`, [link.account_id]);
      return row === undefined ? null : toMember(row);
    },
    consume: (tokenHash, purposes, nowMs) => db.write('consumeOneTimeLink', { tokenHash, purposes, nowMs }),
    consumeForPassword(tokenHash, purposes, passwordHash, audit, mail = null) {
      const mailOfReset = sealed(mail, audit);
      return db.write('consumeForPassword', { tokenHash, purposes, passwordHash, audit, mailOfReset });
    },
  };
}
