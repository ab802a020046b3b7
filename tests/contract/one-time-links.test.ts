import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountStore, OneTimeLinkStore } from '../../server/src/accounts/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createOneTimeLinkStore } from '../../server/src/adapters/sql/accounts/one-time-links.ts';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { createSessionStore } from '../../server/src/adapters/sql/accounts/sessions.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, audit, hash, link, mailTo, now, patchAudit, session, token, vault } from './fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  let links: OneTimeLinkStore;
  beforeAll(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db, vault);
    links = createOneTimeLinkStore(store.db, vault);
    await addAccount(store.db, { role: 'admin' });
  });
  afterAll(() => store.drop());

  async function created(change = {}) {
    const account = await addAccount(store.db);
    const made = link(account.id, change);
    await links.create(made, null, audit('link', account.id));
    return { account, made };
  }

  it('a link works once, for its purpose, before it expires', async () => {
    const { account, made } = await created();
    expect(await links.consume(made.tokenHash, ['invite', 'welcome'], now)).toBeNull();
    expect(await links.consume(hash(), ['reset'], now)).toBeNull();
    expect(await links.consume(made.tokenHash, ['invite', 'reset'], now)).toEqual(await accounts.byId(account.id));
    expect(await links.consume(made.tokenHash, ['reset'], now)).toBeNull();
    const late = await created();
    expect(await links.consume(late.made.tokenHash, ['reset'], late.made.expiresAtMs)).toBeNull();
  });

  it('a look at a link says whose it is as its use would, and uses nothing up', async () => {
    const { account, made } = await created();
    expect(await links.peek(made.tokenHash, ['invite'], now)).toBeNull();
    expect(await links.peek(made.tokenHash, ['reset'], made.expiresAtMs)).toBeNull();
    expect(await links.peek(made.tokenHash, ['reset'], now)).toEqual(await accounts.byId(account.id));
    expect(await links.consume(made.tokenHash, ['reset'], now)).not.toBeNull();
    expect(await links.peek(made.tokenHash, ['reset'], now)).toBeNull();
  });

  it('a link that 20 requests on two nodes present at once works for one of them', async () => {
    const { made } = await created();
    const nodes = [links, createOneTimeLinkStore(await store.open(), vault)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 3 === 0
          ? nodes[index % 2]!.consume(made.tokenHash, ['reset'], now)
          : nodes[index % 2]!.consumeForPassword(made.tokenHash, ['reset'], 'new', audit()),
      ),
    );
    expect(outcomes.filter((member) => member !== null)).toHaveLength(1);
  });

  it('a new link ends the earlier one of the same purpose, and no other', async () => {
    const { account, made } = await created();
    const [newer, invite] = [link(account.id), link(account.id, { purpose: 'invite' })];
    await links.create(invite, null, audit());
    await links.create(newer, null, audit());
    expect(await links.consume(made.tokenHash, ['reset'], now)).toBeNull();
    expect(await links.consume(newer.tokenHash, ['reset'], now)).not.toBeNull();
    expect(await links.consume(invite.tokenHash, ['invite'], now)).not.toBeNull();
  });

  it('a password set by a link ends sessions and other links, and the audit names the account', async () => {
    const { account, made } = await created();
    const [sessions, bearer] = [createSessionStore(store.db), token()];
    await sessions.open(session(account.id), bearer, null);
    const invite = link(account.id, { purpose: 'invite' });
    await links.create(invite, null, audit());
    const member = await links.consumeForPassword(made.tokenHash, ['reset'], 'set by link', audit('set', null));
    expect(member?.account.id).toBe(account.id);
    expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('set by link');
    expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
    expect(await links.consume(invite.tokenHash, ['invite'], now)).toBeNull();
    const { data } = await createAuditLog(store.db).list({ limit: 10, targetId: account.id });
    expect(data.map(({ action }) => action)).toContain('set');
  });

  it('a password set by a reset link queues its mail with it, one set by an invitation none', async () => {
    const outbox = createOutbox(store.db, vault);
    for (const [purpose, mails] of [
      ['reset', 1],
      ['invite', 0],
    ] as const) {
      const { account, made } = await created({ purpose });
      const use = () =>
        links.consumeForPassword(made.tokenHash, ['reset', 'invite'], 'new', audit(), mailTo(account.email));
      expect([await use(), await use()]).toEqual([expect.objectContaining({ account }), null]);
      expect(await outbox.claim(now, 1_000, 10)).toHaveLength(mails);
    }
  });

  it('a password is left alone by a link that is used up', async () => {
    const { account, made } = await created();
    await links.consume(made.tokenHash, ['reset'], now);
    expect(await links.consumeForPassword(made.tokenHash, ['reset'], 'no', audit())).toBeNull();
    expect((await accounts.credentialsByEmail(account.email))?.passwordHash).toBe('hash');
  });

  it('a link of a deactivated account is gone, also after activation', async () => {
    const { account, made } = await created();
    await accounts.change(account.id, { isActive: false }, patchAudit());
    expect(await links.consume(made.tokenHash, ['reset'], now)).toBeNull();
    await accounts.change(account.id, { isActive: true }, patchAudit());
    expect(await links.consume(made.tokenHash, ['reset'], now)).toBeNull();
  });

  it('a link and its mail are stored together, the mail sealed', async () => {
    const account = await addAccount(store.db);
    const mail = { to: account.email, subject: 'Reset', text: 'CANARY-IN-TEXT', html: 'CANARY-IN-HTML' };
    await links.create(link(account.id), mail, audit());
    const claimed = await createOutbox(store.db, vault).claim(now, 1_000, 10);
    expect(claimed.map((queued) => queued.mail)).toEqual([mail]);
    expect(claimed[0]).toMatchObject({ attempts: 1, queuedAtMs: now });
    const atRest = await store.bytes();
    expect(atRest).toContain(account.id);
    expect(atRest).not.toContain('CANARY-IN');
  });
});
