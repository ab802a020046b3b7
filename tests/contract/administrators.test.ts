import { afterEach, describe, expect, it } from 'vitest';
import { createAccountStore } from '../../server/src/adapters/sql/accounts.ts';
import { createAuditLog } from '../../server/src/adapters/sql/audit-log.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, audit, newAccount, now } from './fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  afterEach(() => store.drop());

  it('the first administrator is made once, by two nodes that start together', async () => {
    store = await fresh();
    const nodes = [createAccountStore(store.db), createAccountStore(await store.open())];
    const made = await atOnce(20, (index) =>
      nodes[index % 2]!.createFirstAdministrator(newAccount({ role: 'admin' }), audit()),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await nodes[0]!.list({ limit: 10 })).data).toHaveLength(1);
    expect((await createAuditLog(store.db).list({ limit: 10 })).data).toHaveLength(1);
  });

  it('the last active administrator keeps role and account', async () => {
    store = await fresh();
    const accounts = createAccountStore(store.db);
    const admin = await addAccount(store.db, { role: 'admin' });
    await addAccount(store.db, { role: 'admin', isActive: false });
    expect(await accounts.update(admin.id, { role: 'member' }, audit())).toBe('last_administrator');
    expect(await accounts.deactivate(admin.id, audit())).toBe('last_administrator');
    expect(await accounts.update(admin.id, { role: 'admin', name: 'Root' }, audit())).toBe('updated');
    await addAccount(store.db, { role: 'admin' });
    expect(await accounts.update(admin.id, { role: 'member' }, audit())).toBe('updated');
    expect(await accounts.deactivate(admin.id, audit())).toEqual({ keys: 0, sessions: 0 });
  });

  it('five administrators who step down at once, on two nodes, leave one', async () => {
    store = await fresh();
    const nodes = [createAccountStore(store.db), createAccountStore(await store.open())];
    const admins = await atOnce(5, () => addAccount(store.db, { role: 'admin' }));
    const outcomes = await Promise.all(
      admins.map(({ id }, index) =>
        index % 2 === 0 ? nodes[0]!.deactivate(id, audit()) : nodes[1]!.update(id, { role: 'member' }, audit()),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'last_administrator')).toHaveLength(1);
    const { data } = await nodes[0]!.list({ limit: 10 });
    expect(data.filter(({ role, isActive }) => role === 'admin' && isActive)).toHaveLength(1);
  });

  describe('the list of accounts', () => {
    it('pages newest first, with no repeat and no loss among equal times', async () => {
      store = await fresh();
      const accounts = createAccountStore(store.db);
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
      const accounts = createAccountStore(store.db);
      await atOnce(2, () => addAccount(store.db));
      expect(await accounts.list({ limit: 2 })).not.toHaveProperty('next');
      await expect(accounts.list({ limit: 2, after: 'nonsense' })).rejects.toMatchObject({
        kind: 'invalid_parameters',
      });
    });
  });
});
