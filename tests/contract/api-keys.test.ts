import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountPatch, AccountStore } from '../../server/src/accounts/ports.ts';
import type { ApiKeyStore, ProjectStore } from '../../server/src/api-keys/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createProjectStore } from '../../server/src/adapters/sql/api-keys/projects.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, addKey, atOnce, audit, hash, now, patchAudit, storedKey, vault } from './fixtures.ts';

const newProject = (accountId: string, name = 'Floods', createdAtMs = now) => ({
  id: randomUUID(),
  accountId,
  name,
  createdAtMs,
});

const use = (atMs: number) => ({ atMs, address: '203.0.113.7', agent: 'curl/8' });

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  let keys: ApiKeyStore;
  let projects: ProjectStore;
  beforeAll(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db, vault);
    keys = createApiKeyStore(store.db);
    projects = createProjectStore(store.db);
    await addAccount(store.db, { role: 'admin' });
  });
  afterAll(() => store.drop());

  describe('a key', () => {
    it('is found by its look-up with its account and organization, exactly as created', async () => {
      const account = await addAccount(store.db);
      const stored = storedKey(account.id, {
        name: '',
        description: 'quote \' " \\ and \u2028',
        permissions: ['search'],
        isRestricted: true,
        collections: ['naip', 'ä'],
      });
      expect(await addKey(store.db, stored)).toBe('created');
      const member = await accounts.byId(account.id);
      expect(await keys.byLookup(stored.lookup)).toEqual({ ...member, key: stored.key });
      expect(await keys.byLookup(hash())).toBeNull();
      expect(await keys.byId(stored.key.id)).toEqual(stored.key);
      expect(await keys.byId(randomUUID())).toBeNull();
    });

    it('keeps its snapshot while the account it belongs to changes', async () => {
      const account = await addAccount(store.db);
      const stored = storedKey(account.id);
      await addKey(store.db, stored);
      await accounts.change(account.id, { account: { name: 'Renamed', permissions: ['order'] } }, patchAudit());
      const match = await keys.byLookup(stored.lookup);
      expect(match?.key.permissions).toEqual(stored.key.permissions);
      expect(match?.account).toMatchObject({ name: 'Renamed', permissions: ['order'] });
    });

    it.each<[string, AccountPatch]>([
      ['permissions', { account: { permissions: ['order'] } }],
      ['role', { account: { role: 'admin' } }],
      ['collections', { organization: { collections: ['naip'] } }],
    ])('is not made from %s that are no longer the owner’s', async (_, patch) => {
      const account = await addAccount(store.db);
      const [stored, owner] = [storedKey(account.id), await accounts.byId(account.id)];
      await accounts.change(account.id, patch, patchAudit());
      expect(await keys.create(stored, owner!, audit('create', stored.key.id))).toBe('owner_changed');
      expect(await keys.byLookup(stored.lookup)).toBeNull();
      expect((await createAuditLog(store.db).list({ limit: 1, targetId: stored.key.id })).data).toEqual([]);
      const now = await accounts.byId(account.id);
      expect(await keys.create(stored, now!, audit())).toBe('created');
    });

    it('is not hindered by a change of what it does not copy', async () => {
      const account = await addAccount(store.db);
      const owner = await accounts.byId(account.id);
      const patch = { account: { name: 'New' }, organization: { limits: { fresh_imagery_fee_limit: 3 } } };
      await accounts.change(account.id, patch, patchAudit());
      expect(await keys.create(storedKey(account.id), owner!, audit())).toBe('created');
    });

    it('is not made for an inactive or unknown account', async () => {
      const account = await addAccount(store.db);
      await accounts.change(account.id, { isActive: false }, patchAudit());
      const stored = storedKey(account.id);
      expect(await addKey(store.db, stored)).toBe('refused');
      expect(await keys.byLookup(stored.lookup)).toBeNull();
      expect(await addKey(store.db, storedKey(randomUUID()))).toBe('refused');
    });

    it('is not made for a project that is gone or is another account’s', async () => {
      const [account, other] = [await addAccount(store.db), await addAccount(store.db)];
      const project = newProject(account.id);
      await projects.create(project, audit());
      expect(await addKey(store.db, storedKey(other.id, { project: project.id }))).toBe('refused');
      const stored = storedKey(account.id, { project: project.id });
      expect(await addKey(store.db, stored)).toBe('created');
      expect(await projects.delete(account.id, project.id, audit())).toBe(true);
      expect(await addKey(store.db, storedKey(account.id, { project: project.id }))).toBe('refused');
      expect((await keys.byLookup(stored.lookup))?.key).toEqual(stored.key);
    });

    it('lists with its sealed value, newest first, for its account alone', async () => {
      const [account, other] = [await addAccount(store.db), await addAccount(store.db)];
      const made = [0, 1, 2].map((index) => storedKey(account.id, { createdAtMs: now + index }));
      await Promise.all([...made, storedKey(other.id)].map((stored) => addKey(store.db, stored)));
      expect(await keys.list(account.id)).toEqual(made.toReversed());
      expect(await keys.list(randomUUID())).toEqual([]);
      const first = await keys.page(account.id, { limit: 2 });
      const second = await keys.page(account.id, { limit: 2, after: first.next! });
      expect([...first.data, ...second.data]).toEqual(made.toReversed());
      expect([first.data.length, second.next]).toEqual([2, undefined]);
    });

    it('shows its latest use; an older one that arrives late does not overwrite it', async () => {
      const account = await addAccount(store.db);
      const [used, unused] = [storedKey(account.id), storedKey(account.id)];
      await addKey(store.db, used);
      await addKey(store.db, unused);
      await keys.recordUse(
        new Map([
          [used.key.id, use(now + 2)],
          [randomUUID(), use(now)],
        ]),
      );
      await keys.recordUse(new Map([[used.key.id, use(now + 1)]]));
      expect((await keys.byLookup(used.lookup))?.key.lastUsed).toEqual(use(now + 2));
      expect((await keys.byLookup(unused.lookup))?.key.lastUsed).toBeNull();
      await keys.recordUse(new Map([[used.key.id, use(now + 3)]]));
      const listed = (await keys.list(account.id)).find(({ key }) => key.id === used.key.id);
      expect(listed?.key.lastUsed).toEqual(use(now + 3));
      expect(await keys.delete(account.id, [used.key.id], audit())).toEqual([used.key.id]);
    });
  });

  describe('deletion', () => {
    it('takes the account’s own of the ids, ignores the others, and records what went', async () => {
      const [account, other] = [await addAccount(store.db), await addAccount(store.db)];
      const mine = Array.from({ length: 250 }, () => storedKey(account.id));
      const foreign = storedKey(other.id);
      await Promise.all([...mine, foreign].map((stored) => addKey(store.db, stored)));
      const ids = mine.slice(0, 249).map(({ key }) => key.id);
      const asked = [...ids, ids[0]!, foreign.key.id, randomUUID(), `'; DROP TABLE api_keys`, 'a\0b', ''];
      const deleted = await keys.delete(account.id, asked, audit('key.delete', account.id));
      expect([...deleted].sort()).toEqual([...ids].sort());
      expect((await keys.list(account.id)).map(({ key }) => key.id)).toEqual([mine[249]!.key.id]);
      expect(await keys.byLookup(foreign.lookup)).not.toBeNull();
      const { data } = await createAuditLog(store.db).list({ limit: 1, targetId: account.id });
      expect(data[0]?.detail['ids']).toHaveLength(249);
    });

    it('of nothing is no deed: it leaves no record', async () => {
      const account = await addAccount(store.db);
      expect(await keys.delete(account.id, [], audit('key.delete', account.id))).toEqual([]);
      expect(await keys.delete(account.id, [randomUUID()], audit('key.delete', account.id))).toEqual([]);
      expect((await createAuditLog(store.db).list({ limit: 1, targetId: account.id })).data).toEqual([]);
    });

    it('by ten requests at once deletes once', async () => {
      const account = await addAccount(store.db);
      const stored = storedKey(account.id);
      await addKey(store.db, stored);
      const outcomes = await atOnce(10, () => keys.delete(account.id, [stored.key.id], audit()));
      expect(outcomes.flat()).toEqual([stored.key.id]);
    });
  });

  describe('a project', () => {
    it('belongs to its account: found, listed and deleted by it alone', async () => {
      const [account, other] = [await addAccount(store.db), await addAccount(store.db)];
      const [older, newer] = [newProject(account.id), newProject(account.id, 'Fires', now + 1)];
      expect(await projects.create(older, audit())).toBe('created');
      expect(await projects.create(newer, audit())).toBe('created');
      expect(await projects.list(account.id)).toEqual([newer, older]);
      expect(await projects.byId(account.id, older.id)).toEqual(older);
      expect(await projects.byId(other.id, older.id)).toBeNull();
      expect(await projects.delete(other.id, older.id, audit())).toBe(false);
      expect(await projects.delete(account.id, older.id, audit())).toBe(true);
      expect(await projects.delete(account.id, older.id, audit())).toBe(false);
    });

    it('has a name of its own within the account, also in a race', async () => {
      const [account, other] = [await addAccount(store.db), await addAccount(store.db)];
      const outcomes = await atOnce(8, () => projects.create(newProject(account.id), audit()));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'name_taken')).toHaveLength(7);
      expect(await projects.create(newProject(other.id), audit())).toBe('created');
    });
  });
});
