import type { OneTimeLinkStore } from '../../accounts/ports.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Database } from './database.ts';
import { sealMail } from './outbox.ts';

export function createOneTimeLinkStore(db: Database, vault: Vault): OneTimeLinkStore {
  return {
    create: (link, mail, audit) =>
      db.write('createOneTimeLink', { link, mail: mail === null ? null : sealMail(vault, mail, audit.atMs), audit }),
    consume: (tokenHash, purposes, nowMs) => db.write('consumeOneTimeLink', { tokenHash, purposes, nowMs }),
    consumeForPassword: (tokenHash, purposes, passwordHash, audit) =>
      db.write('consumeForPassword', { tokenHash, purposes, passwordHash, audit }),
  };
}
