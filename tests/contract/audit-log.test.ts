import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditLog } from '../../server/src/accounts/ports.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createProjectStore } from '../../server/src/adapters/sql/api-keys/projects.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, audit, now } from './fixtures.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  let log: AuditLog;
  beforeAll(async () => {
    store = await fresh();
    log = createAuditLog(store.db);
  });
  afterAll(() => store.drop());

  async function idsByPages(limit: number, targetId?: string): Promise<string[]> {
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const page = await log.list({ limit, ...(after && { after }), ...(targetId && { targetId }) });
      ids.push(...page.data.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return ids;
  }

  it('an entry comes back as it was written', async () => {
    const targetId = randomUUID();
    const entry = {
      ...audit('key.create', targetId),
      actorId: randomUUID(),
      address: '2001:db8::1',
      requestId: randomUUID(),
      detail: { nested: { list: [1, null, 'ü'] } },
    };
    await log.append(entry);
    expect((await log.list({ limit: 1, targetId })).data).toEqual([entry]);
  });

  it('pages newest first, with no repeat and no loss among equal times, of all and of one target', async () => {
    const target = randomUUID();
    const entries = Array.from({ length: 25 }, (_, index) =>
      audit('x', index % 2 ? target : randomUUID(), now + 1_000 + Math.floor(index / 10)),
    );
    await Promise.all(entries.map((entry) => log.append(entry)));
    const sorted = entries.sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1));
    expect((await idsByPages(4)).slice(0, 25)).toEqual(sorted.map(({ id }) => id));
    expect(await idsByPages(5, target)).toEqual(
      sorted.filter(({ targetId }) => targetId === target).map(({ id }) => id),
    );
  });

  it('refuses change and removal, even by hand', async () => {
    await log.append(audit());
    const before = await idsByPages(100);
    await expect(store.raw(`UPDATE audit_log SET actor = 'nobody'`)).rejects.toThrow('append-only');
    await expect(store.raw('DELETE FROM audit_log')).rejects.toThrow('append-only');
    expect(await idsByPages(100)).toEqual(before);
  });

  it('holds no record of a deed that was refused', async () => {
    const account = await addAccount(store.db);
    const projects = createProjectStore(store.db);
    await atOnce(3, () =>
      projects.create(
        { id: randomUUID(), accountId: account.id, name: 'Once', createdAtMs: now },
        audit('p', account.id),
      ),
    );
    expect((await log.list({ limit: 10, targetId: account.id })).data).toHaveLength(1);
  });
});
