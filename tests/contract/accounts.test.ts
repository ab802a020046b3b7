import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, unlimited } from '../../server/src/accounts/account.ts';
import type { AccountStore, OrganizationChange } from '../../server/src/accounts/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createOneTimeLinkStore } from '../../server/src/adapters/sql/accounts/one-time-links.ts';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { createSessionStore } from '../../server/src/adapters/sql/accounts/sessions.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import {
  addAccount,
  atOnce,
  audit,
  link,
  mailTo,
  newAccount,
  now,
  patchAudit,
  session,
  token,
  vault,
} from './fixtures.ts';

const invitationOf = ({ id, email }: Account) => ({
  link: link(id, { purpose: 'invite' }),
  mail: mailTo(email),
  audit: audit('invite', id),
});

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  beforeAll(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db, vault);
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

    it('is listed by a part of its address or name in any case, as it is typed and not as a pattern', async () => {
      const [one, other] = [
        await addAccount(store.db, { email: 'Find_Me@example.com', name: 'Émilie 100%' }),
        await addAccount(store.db, { email: 'findxme@example.com', name: 'Sophie' }),
      ];
      const found = async (contains: string, organizationId?: string) => {
        const filter = { contains, ...(organizationId === undefined ? {} : { organizationId }) };
        return (await accounts.list({ limit: 10, ...filter })).data.map(({ id }) => id).sort();
      };
      // PostgreSQL of the tests has the locale C, which knows small letters in ASCII alone.
      const inOtherLetters = store.db.dialect === 'sqlite' ? ['éMILIE'] : [];
      expect(await found('find_me')).toEqual([one.id]);
      for (const words of ['FIND_me@EXAMPLE', 'Émilie', 'mILIE', '00%', '0%', ...inOtherLetters])
        expect(await found(words)).toEqual([one.id]);
      for (const words of ['0%0', '!', '%%', '\0']) expect(await found(words)).toEqual([]);
      expect(await found('xme@', other.organizationId)).toEqual([other.id]);
      expect(await found('xme@', one.organizationId)).toEqual([]);
      const [first, ...others] = (await accounts.list({ limit: 1, contains: 'me@example.com' })).data;
      expect([first?.id, others]).toEqual([expect.any(String), []]);
    });

    it('and its invitation are made together or not at all', async () => {
      const links = createOneTimeLinkStore(store.db, vault);
      const claim = () => createOutbox(store.db, vault).claim(now, 1_000, 100);
      const input = newAccount({ email: 'invited@example.com' }, null);
      const invitation = invitationOf(input.account);
      expect(await accounts.create(input, audit('create', input.account.id), invitation)).toBe('created');
      expect((await claim()).map(({ mail }) => mail)).toEqual([invitation.mail]);
      const again = newAccount({ email: 'Invited@example.com' }, null);
      const refused = invitationOf(again.account);
      expect(await accounts.create(again, audit('create', again.account.id), refused)).toBe('email_taken');
      expect(await claim()).toEqual([]);
      expect(await links.consume(refused.link.tokenHash, ['invite'], now)).toBeNull();
      expect(await links.consume(invitation.link.tokenHash, ['invite'], now)).not.toBeNull();
      const log = createAuditLog(store.db);
      const { data } = await log.list({ limit: 5, targetId: input.account.id });
      expect(data.map(({ action }) => action).sort()).toEqual(['create', 'invite']);
      expect((await log.list({ limit: 5, targetId: again.account.id })).data).toEqual([]);
    });

    it('is made once when ten requests with its address race', async () => {
      const inputs = Array.from({ length: 10 }, () => newAccount({ email: 'race@example.com' }));
      const outcomes = await Promise.all(inputs.map((input) => accounts.create(input, audit())));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'email_taken')).toHaveLength(9);
    });

    it('changes what is given and nothing else', async () => {
      const account = await addAccount(store.db);
      expect(await accounts.change(account.id, { account: { name: 'New' } }, patchAudit('u', null, now + 5))).toEqual(
        {},
      );
      expect((await accounts.byId(account.id))?.account).toEqual({ ...account, name: 'New', modifiedAtMs: now + 5 });
      expect(await accounts.change(account.id, { account: { role: 'admin', permissions: [] } }, patchAudit())).toEqual(
        {},
      );
      const changed = { role: 'admin', permissions: [], name: 'New' };
      expect((await accounts.byId(account.id))?.account).toMatchObject(changed);
      expect(await accounts.change(randomUUID(), { account: { name: 'x' } }, patchAudit())).toBe('not_found');
    });

    it('has its organization changed, grants back to every collection included', async () => {
      const account = await addAccount(store.db);
      const change = (organization: OrganizationChange) =>
        accounts.change(account.id, { organization }, patchAudit('o', null, now + 5));
      const limits = { fresh_imagery_fee_limit: 12.5 };
      expect(await change({ limits, collections: ['a'] })).toEqual({});
      const merged = { ...unlimited, ...limits };
      expect((await accounts.byId(account.id))?.organization).toMatchObject({ limits: merged, collections: ['a'] });
      expect(await change({ name: 'N' })).toEqual({});
      const renamed = { name: 'N', limits: merged, collections: ['a'] };
      expect((await accounts.byId(account.id))?.organization).toMatchObject(renamed);
      expect(await change({ prices: { fresh_imagery_price: 12.5, training_imagery_price: 0 } })).toEqual({});
      expect(await change({ prices: { training_imagery_price: null } })).toEqual({});
      const prices = { fresh_imagery_price: 12.5, standard_imagery_price: null, training_imagery_price: null };
      expect((await accounts.byId(account.id))?.organization).toMatchObject({ ...renamed, prices });
      expect(await change({ collections: null })).toEqual({});
      const member = await accounts.byId(account.id);
      expect(member?.organization).toMatchObject({ collections: null, modifiedAtMs: now + 5 });
      expect(member?.account).toEqual(account);
    });

    it('keeps each of the limits that four administrators on two nodes change at once', async () => {
      const account = await addAccount(store.db);
      const nodes = [accounts, createAccountStore(await store.open(), vault)];
      const limits = Object.keys(unlimited).map((name, index) => ({ [name]: index }));
      await Promise.all(
        limits.map((limit, index) =>
          nodes[index % 2]!.change(account.id, { organization: { limits: limit } }, patchAudit()),
        ),
      );
      expect((await accounts.byId(account.id))?.organization.limits).toEqual(Object.assign({}, ...limits));
    });

    it('changes in all kinds at once, each with an entry of its own', async () => {
      const account = await addAccount(store.db);
      const patch = { account: { name: 'Off' }, organization: { collections: ['a'] }, isActive: false };
      const entries = {
        account: audit('account', account.id),
        organization: audit('organization', account.id),
        isActive: audit('activity', account.id),
      };
      expect(await accounts.change(account.id, patch, entries)).toEqual({ ended: { keys: 0, sessions: 0 } });
      expect(await accounts.byId(account.id)).toMatchObject({
        account: { name: 'Off', isActive: false },
        organization: { collections: ['a'] },
      });
      const { data } = await createAuditLog(store.db).list({ limit: 5, targetId: account.id });
      expect(data.map(({ action }) => action).sort()).toEqual(['account', 'activity', 'organization']);
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
      expect(await accounts.setPassword(account.id, 'new', audit(), { keepSessionId: kept.id })).toBe(true);
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('new');
      expect(await sessions.bearer(keptToken.tokenHash, now)).not.toBeNull();
      expect(await sessions.bearer(otherToken.tokenHash, now)).toBeNull();
      expect(await links.consume(unused.tokenHash, ['reset'], now)).toBeNull();
      expect(await accounts.setPassword(account.id, 'newer', audit())).toBe(true);
      expect(await sessions.bearer(keptToken.tokenHash, now)).toBeNull();
      expect(await accounts.setPassword(randomUUID(), 'x', audit())).toBe(false);
    });

    it('is set only while the stored one is the one that was checked, and queues its mail with it', async () => {
      const account = await addAccount(store.db);
      const mail = mailTo(account.email);
      const queued = async () => {
        const claimed = await createOutbox(store.db, vault).claim(now, 1_000, 100);
        return claimed.filter(({ mail: { to } }) => to === account.email);
      };
      const set = (to: string, expectedHash: string) =>
        accounts.setPassword(account.id, to, audit('set', account.id), { expectedHash, mail });
      expect(await set('lost', 'another')).toBe(false);
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('hash');
      expect(await queued()).toEqual([]);
      expect((await createAuditLog(store.db).list({ limit: 5, targetId: account.id })).data).toEqual([]);
      const outcomes = await atOnce(5, (index) => set(`new ${index}`, 'hash'));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const winner = `new ${outcomes.indexOf(true)}`;
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe(winner);
      expect(await queued()).toMatchObject([{ mail }]);
    });

    it('is rehashed only while it is still the one that was checked', async () => {
      const account = await addAccount(store.db);
      await accounts.rehash(account.id, 'another', 'stronger');
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('hash');
      await accounts.rehash(account.id, 'hash', 'stronger');
      expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('stronger');
    });
  });
});
