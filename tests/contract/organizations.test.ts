import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { createSessionStore } from '../../server/src/adapters/sql/accounts/sessions.ts';
import type { AccountStore } from '../../server/src/accounts/ports.ts';
import { type TestStore, onEveryStore } from './backends.ts';
import {
  addAccount,
  addKey,
  audit,
  day,
  newAccount,
  now,
  organization,
  patchAudit,
  session,
  storedKey,
  token,
  vault,
} from './fixtures.ts';
import { managed, place } from './order-fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  beforeEach(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db, vault);
  });
  afterEach(() => store.drop());

  it('are listed newest first with their accounts, page by page, and one by one', async () => {
    const made = [1, 2, 3].map((index) => organization({ name: `O${index}`, createdAtMs: now + index }));
    for (const newOrganization of made)
      await accounts.create({ ...newAccount({ organizationId: newOrganization.id }), newOrganization }, audit());
    const { account: second } = newAccount({ organizationId: made[2]!.id });
    await accounts.create({ account: second, passwordHash: null }, audit());
    await accounts.change(second.id, { isActive: false }, patchAudit());
    const page = await accounts.organizations({ limit: 2 });
    expect(page.data.map((entry) => [entry.organization.name, entry.accounts, entry.activeAccounts])).toEqual([
      ['O3', 2, 1],
      ['O2', 1, 1],
    ]);
    const rest = await accounts.organizations({ limit: 2, after: page.next! });
    expect(rest.data.map((entry) => entry.organization)).toEqual([made[0]]);
    expect(rest.next).toBeUndefined();
    expect(await accounts.organizationEntry(made[2]!.id)).toEqual({
      organization: made[2],
      accounts: 2,
      activeAccounts: 1,
    });
    expect(await accounts.organizationEntry('none')).toBeNull();
  });

  it('have accounts that are listed alone, page by page', async () => {
    const first = await addAccount(store.db);
    await addAccount(store.db);
    const { account: second } = newAccount({ organizationId: first.organizationId, createdAtMs: now + 1 });
    await accounts.create({ account: second, passwordHash: null }, audit());
    const { organizationId } = first;
    const page = await accounts.list({ limit: 1, organizationId });
    expect(page.data.map(({ id }) => id)).toEqual([second.id]);
    expect((await accounts.list({ limit: 1, organizationId, after: page.next! })).data).toEqual([first]);
    expect((await accounts.list({ limit: 5, organizationId: 'none' })).data).toEqual([]);
  });

  it('holdings: live keys and sign-ins, running orders, as a deactivation then ends them', async () => {
    const owner = await addAccount(store.db);
    const sessions = createSessionStore(store.db);
    expect(await accounts.holdings(owner.id, now)).toEqual({
      keys: 0,
      sessions: 0,
      runningOrders: 0,
      savedSearches: 0,
    });
    for (const change of [{}, {}, { expiresAtMs: now - 1 }]) await addKey(store.db, storedKey(owner.id, change));
    await sessions.open(session(owner.id), token(), null);
    await sessions.open(session(owner.id, { expiresAtMs: now - day }), token(), null);
    await place(createOrderStore(store.db, vault), owner, 1, { output: managed });
    const held = { keys: 2, sessions: 1, runningOrders: 1, savedSearches: 0 };
    expect(await accounts.holdings(owner.id, now)).toEqual(held);
    const change = await accounts.change(owner.id, { isActive: false }, patchAudit());
    expect(change).toEqual({ ended: { keys: held.keys, sessions: held.sessions } });
    expect(await accounts.holdings(owner.id, now)).toEqual({
      keys: 0,
      sessions: 0,
      runningOrders: 1,
      savedSearches: 0,
    });
  });
});
