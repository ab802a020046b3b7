import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountStore } from '../../server/src/accounts/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createSessionStore } from '../../server/src/adapters/sql/accounts/sessions.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, addKey, audit, day, now, patchAudit, session, storedKey, token, vault } from './fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  beforeAll(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db, vault);
    await addAccount(store.db, { role: 'admin' });
  });
  afterAll(() => store.drop());

  describe('deactivation', () => {
    it('ends keys and sessions for good: activation does not revive them', async () => {
      const account = await addAccount(store.db);
      const [keys, sessions] = [createApiKeyStore(store.db), createSessionStore(store.db)];
      const live = storedKey(account.id);
      const expired = storedKey(account.id, { expiresAtMs: now - 1 });
      const bearer = token();
      const grant = session(account.id);
      await addKey(store.db, live);
      await addKey(store.db, expired);
      await sessions.open(grant, bearer, null);
      expect(await accounts.change(account.id, { isActive: false }, patchAudit('off', account.id))).toEqual({
        ended: { keys: 1, sessions: 1 },
      });
      expect((await accounts.byId(account.id))?.account.isActive).toBe(false);
      expect(await accounts.change(account.id, { isActive: true }, patchAudit())).toEqual({});
      expect((await accounts.byId(account.id))?.account.isActive).toBe(true);
      expect((await keys.byLookup(live.lookup))?.key.endedAtMs).toBe(now);
      expect((await keys.byLookup(expired.lookup))?.key.endedAtMs).toBe(now);
      expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
      const rotation = {
        sessionId: grant.id,
        counter: 0,
        token: token(),
        nowMs: now,
        graceMs: 0,
        expiresAtMs: now + day,
      };
      expect(await sessions.rotate(rotation)).toEqual({ outcome: 'refused' });
    });

    it('tells the audit what it ended', async () => {
      const account = await addAccount(store.db);
      await accounts.change(account.id, { isActive: false }, patchAudit('account.deactivate', account.id));
      const { data } = await createAuditLog(store.db).list({ limit: 5, targetId: account.id });
      expect(data[0]?.detail).toEqual({ ended: { keys: 0, sessions: 0 } });
    });

    it('of an unknown account is not found', async () => {
      expect(await accounts.change(randomUUID(), { isActive: false }, patchAudit())).toBe('not_found');
      expect(await accounts.change(randomUUID(), { isActive: true }, patchAudit())).toBe('not_found');
    });

    it('is never outrun by a sign-in or a new key', async () => {
      const [keys, sessions] = [createApiKeyStore(store.db), createSessionStore(store.db)];
      for (let round = 0; round < 10; round += 1) {
        const account = await addAccount(store.db);
        const [key, bearer] = [storedKey(account.id), token()];
        const owner = await accounts.byId(account.id);
        await Promise.all([
          sessions.open(session(account.id), bearer, null),
          accounts.change(account.id, { isActive: false }, patchAudit()),
          keys.create(key, owner!, audit()),
        ]);
        await accounts.change(account.id, { isActive: true }, patchAudit());
        expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
        const found = await keys.byLookup(key.lookup);
        expect(found === null || found.key.endedAtMs !== null).toBe(true);
      }
    });
  });
});
