import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountStore } from '../../server/src/accounts/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts.ts';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys.ts';
import { createAuditLog } from '../../server/src/adapters/sql/audit-log.ts';
import { createOneTimeLinkStore } from '../../server/src/adapters/sql/one-time-links.ts';
import { createSessionStore } from '../../server/src/adapters/sql/sessions.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import {
  addAccount,
  audit,
  day,
  link,
  newAccount,
  now,
  organization,
  session,
  storedKey,
  token,
  vault,
} from './fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  beforeAll(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db);
    await addAccount(store.db, { role: 'admin' });
  });
  afterAll(() => store.drop());

  describe('an account', () => {
    it('comes back as it was created, with its organization', async () => {
      const input = newAccount({ email: 'Grace.Hopper@Example.com', name: 'Grace "Σ" Hopper\u{1F6F0}' });
      expect(await accounts.create(input, audit())).toBe('created');
      const member = await accounts.byId(input.account.id);
      expect(member).toEqual({ account: input.account, organization: input.newOrganization });
      expect(await accounts.byId(randomUUID())).toBeNull();
    });

    it('is found by its e-mail address in any case, with the hash', async () => {
      const input = newAccount({ email: 'Alan.Turing@Example.com' }, 'argon');
      await accounts.create(input, audit());
      const found = await accounts.credentialsByEmail('  alan.TURING@example.com ');
      expect(found).toEqual({ account: input.account, organization: input.newOrganization, passwordHash: 'argon' });
      expect(await accounts.credentialsByEmail('nobody@example.com')).toBeNull();
    });

    it('refuses an e-mail address that differs in case alone, and leaves no organization behind', async () => {
      await addAccount(store.db, { email: 'first@example.com' });
      const second = newAccount({ email: 'FIRST@example.com' });
      expect(await accounts.create(second, audit())).toBe('email_taken');
      const { newOrganization: _, ...joining } = newAccount({ organizationId: second.newOrganization!.id });
      expect(await accounts.create(joining, audit())).toBe('organization_unknown');
    });

    it('joins an organization that is there', async () => {
      const first = newAccount();
      await accounts.create(first, audit());
      const { newOrganization: _, ...joining } = newAccount({ organizationId: first.newOrganization!.id });
      expect(await accounts.create(joining, audit())).toBe('created');
      expect((await accounts.byId(joining.account.id))?.organization).toEqual(first.newOrganization);
    });

    it('is made once when ten requests with its address race', async () => {
      const inputs = Array.from({ length: 10 }, () => newAccount({ email: 'race@example.com' }));
      const outcomes = await Promise.all(inputs.map((input) => accounts.create(input, audit())));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'email_taken')).toHaveLength(9);
    });

    it('changes what is given and nothing else', async () => {
      const account = await addAccount(store.db);
      expect(await accounts.update(account.id, { name: 'New' }, audit('u', null, now + 5))).toBe('updated');
      expect((await accounts.byId(account.id))?.account).toEqual({ ...account, name: 'New', modifiedAtMs: now + 5 });
      expect(await accounts.update(account.id, { role: 'admin', permissions: [] }, audit())).toBe('updated');
      const changed = { role: 'admin', permissions: [], name: 'New' };
      expect((await accounts.byId(account.id))?.account).toMatchObject(changed);
      expect(await accounts.update(randomUUID(), { name: 'x' }, audit())).toBe('not_found');
    });

    it('has its organization changed, grants back to every collection included', async () => {
      const account = await addAccount(store.db);
      const id = account.organizationId;
      const limits = { ...organization().limits, fresh_imagery_fee_limit: 12.5 };
      expect(await accounts.updateOrganization(id, { limits, collections: ['a'] }, audit())).toBe(true);
      expect((await accounts.byId(account.id))?.organization).toMatchObject({ limits, collections: ['a'] });
      expect(await accounts.updateOrganization(id, { name: 'N' }, audit())).toBe(true);
      expect((await accounts.byId(account.id))?.organization).toMatchObject({ name: 'N', collections: ['a'] });
      expect(await accounts.updateOrganization(id, { collections: null }, audit())).toBe(true);
      expect((await accounts.byId(account.id))?.organization.collections).toBeNull();
      expect(await accounts.updateOrganization(randomUUID(), { name: 'N' }, audit())).toBe(false);
    });

    it('with a NUL in a text is kept without it, and such an id is not found', async () => {
      const account = await addAccount(store.db, { name: 'a\0b' });
      expect((await accounts.byId(account.id))?.account.name).toBe('a\uFFFDb');
      expect(await accounts.byId('a\0b')).toBeNull();
    });

    it('cannot be reached by SQL in its id', async () => {
      expect(await accounts.byId(`' OR '1'='1`)).toBeNull();
      expect(await accounts.byId('$1')).toBeNull();
    });
  });

  describe('a password', () => {
    it('when set ends the other sessions and the unused links', async () => {
      const account = await addAccount(store.db);
      const sessions = createSessionStore(store.db);
      const links = createOneTimeLinkStore(store.db, vault);
      const [kept, other] = [session(account.id), session(account.id)];
      const [keptToken, otherToken] = [token(), token()];
      await sessions.open(kept, keptToken, null);
      await sessions.open(other, otherToken, null);
      const unused = link(account.id);
      await links.create(unused, null, audit());
      expect(await accounts.setPassword(account.id, 'new', audit(), kept.id)).toBe(true);
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('new');
      expect(await sessions.bearer(keptToken.tokenHash, now)).not.toBeNull();
      expect(await sessions.bearer(otherToken.tokenHash, now)).toBeNull();
      expect(await links.consume(unused.tokenHash, ['reset'], now)).toBeNull();
      expect(await accounts.setPassword(account.id, 'newer', audit())).toBe(true);
      expect(await sessions.bearer(keptToken.tokenHash, now)).toBeNull();
      expect(await accounts.setPassword(randomUUID(), 'x', audit())).toBe(false);
    });

    it('is rehashed only while it is still the one that was checked', async () => {
      const account = await addAccount(store.db);
      await accounts.rehash(account.id, 'another', 'stronger');
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('hash');
      await accounts.rehash(account.id, 'hash', 'stronger');
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('stronger');
    });
  });

  describe('deactivation', () => {
    it('ends keys and sessions for good: activation does not revive them', async () => {
      const account = await addAccount(store.db);
      const [keys, sessions] = [createApiKeyStore(store.db), createSessionStore(store.db)];
      const live = storedKey(account.id);
      const expired = storedKey(account.id, { expiresAtMs: now - 1 });
      const bearer = token();
      const grant = session(account.id);
      await keys.create(live, audit());
      await keys.create(expired, audit());
      await sessions.open(grant, bearer, null);
      expect(await accounts.deactivate(account.id, audit('off', account.id))).toEqual({ keys: 1, sessions: 1 });
      expect((await accounts.byId(account.id))?.account.isActive).toBe(false);
      expect(await accounts.activate(account.id, audit())).toBe(true);
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
      await accounts.deactivate(account.id, audit('account.deactivate', account.id));
      const { data } = await createAuditLog(store.db).list({ limit: 5, targetId: account.id });
      expect(data[0]?.detail).toEqual({ ended: { keys: 0, sessions: 0 } });
    });

    it('of an unknown account is not found', async () => {
      expect(await accounts.deactivate(randomUUID(), audit())).toBe('not_found');
      expect(await accounts.activate(randomUUID(), audit())).toBe(false);
    });

    it('is never outrun by a sign-in or a new key', async () => {
      const [keys, sessions] = [createApiKeyStore(store.db), createSessionStore(store.db)];
      for (let round = 0; round < 10; round += 1) {
        const account = await addAccount(store.db);
        const [key, bearer] = [storedKey(account.id), token()];
        await Promise.all([
          sessions.open(session(account.id), bearer, null),
          accounts.deactivate(account.id, audit()),
          keys.create(key, audit()),
        ]);
        await accounts.activate(account.id, audit());
        expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
        const found = await keys.byLookup(key.lookup);
        expect(found === null || found.key.endedAtMs !== null).toBe(true);
      }
    });
  });
});
