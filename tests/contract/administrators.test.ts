import { afterEach, describe, expect, it } from 'vitest';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, audit, newAccount, now, patchAudit, vault } from './fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  afterEach(() => store.drop());

  it('the first administrator is made once, by two nodes that start together', async () => {
    store = await fresh();
    const nodes = [createAccountStore(store.db, vault), createAccountStore(await store.open(), vault)];
    const made = await atOnce(20, (index) =>
      nodes[index % 2]!.createFirstAdministrator(newAccount({ role: 'admin' }), audit()),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await nodes[0]!.list({ limit: 10 })).data).toHaveLength(1);
    expect((await createAuditLog(store.db).list({ limit: 10 })).data).toHaveLength(1);
  });

  it('the last active administrator keeps role and account', async () => {
    store = await fresh();
    const accounts = createAccountStore(store.db, vault);
    const admin = await addAccount(store.db, { role: 'admin' });
    await addAccount(store.db, { role: 'admin', isActive: false });
    expect(await accounts.change(admin.id, { account: { role: 'member' } }, patchAudit())).toBe('last_administrator');
    expect(await accounts.change(admin.id, { isActive: false }, patchAudit())).toBe('last_administrator');
    expect(await accounts.change(admin.id, { account: { role: 'admin', name: 'Root' } }, patchAudit())).toEqual({});
    await addAccount(store.db, { role: 'admin' });
    expect(await accounts.change(admin.id, { account: { role: 'member' } }, patchAudit())).toEqual({});
    expect(await accounts.change(admin.id, { isActive: false }, patchAudit())).toEqual({
      ended: { keys: 0, sessions: 0 },
    });
    expect(await accounts.change(admin.id, { isActive: true, account: { role: 'admin' } }, patchAudit())).toEqual({});
  });

  it('a patch that would take the last administrator changes nothing at all and is not recorded', async () => {
    store = await fresh();
    const accounts = createAccountStore(store.db, vault);
    const { id } = await addAccount(store.db, { role: 'admin' });
    const before = await accounts.byId(id);
    const organization = { name: 'Other', limits: { fresh_imagery_fee_limit: 1 }, collections: [] };
    const patches = [
      { account: { name: 'Other' }, organization, isActive: false },
      { account: { role: 'member' as const, permissions: [] }, organization, isActive: true },
      { account: { role: 'admin' as const }, isActive: false },
    ];
    for (const patch of patches)
      expect(await accounts.change(id, patch, patchAudit('change', id, now + 9))).toBe('last_administrator');
    expect(await accounts.byId(id)).toEqual(before);
    expect((await createAuditLog(store.db).list({ limit: 5, targetId: id })).data).toEqual([]);
  });

  it('five administrators who step down at once, on two nodes, leave one', async () => {
    store = await fresh();
    const nodes = [createAccountStore(store.db, vault), createAccountStore(await store.open(), vault)];
    const admins = await atOnce(5, () => addAccount(store.db, { role: 'admin' }));
    const outcomes = await Promise.all(
      admins.map(({ id }, index) =>
        index % 2 === 0
          ? nodes[0]!.change(id, { isActive: false }, patchAudit())
          : nodes[1]!.change(id, { account: { role: 'member' } }, patchAudit()),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'last_administrator')).toHaveLength(1);
    const { data } = await nodes[0]!.list({ limit: 10 });
    expect(data.filter(({ role, isActive }) => role === 'admin' && isActive)).toHaveLength(1);
  });

  it('is there while one is active, and only then', async () => {
    store = await fresh();
    const accounts = createAccountStore(store.db, vault);
    await addAccount(store.db);
    expect(await accounts.hasActiveAdministrator()).toBe(false);
    await addAccount(store.db, { role: 'admin', isActive: false });
    expect(await accounts.hasActiveAdministrator()).toBe(false);
    await addAccount(store.db, { role: 'admin' });
    expect(await accounts.hasActiveAdministrator()).toBe(true);
  });

  describe('the list of accounts', () => {
    it('pages newest first, with no repeat and no loss among equal times', async () => {
      store = await fresh();
      const accounts = createAccountStore(store.db, vault);
      const made = await atOnce(23, (index) => addAccount(store.db, { createdAtMs: now + Math.floor(index / 9) }));
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await accounts.list({ limit: 4, ...(after === undefined ? {} : { after }) });
        expect(page.data.length).toBeGreaterThan(0);
        seen.push(...page.data.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      const expected = made.sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
      expect(seen).toEqual(expected.map(({ id }) => id));
    });

    it('has no next page when the last one is exactly full, and refuses a foreign cursor', async () => {
      store = await fresh();
      const accounts = createAccountStore(store.db, vault);
      await atOnce(2, () => addAccount(store.db));
      expect(await accounts.list({ limit: 2 })).not.toHaveProperty('next');
      await expect(accounts.list({ limit: 2, after: 'nonsense' })).rejects.toMatchObject({
        kind: 'invalid_parameters',
      });
    });
  });
});
