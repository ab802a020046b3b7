import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import { createProjectStore } from '../../server/src/adapters/sql/api-keys/projects.ts';
import { createUsageLog } from '../../server/src/adapters/sql/usage/usage-log.ts';
import type { UsageLog } from '../../server/src/usage/ports.ts';
import { onEveryStore } from './backends.ts';
import { addAccount, addKey, audit, day, now, storedKey } from './fixtures.ts';
import { type OrdersOfTest, costs, deliverAll, freshOrders, managed, place } from './order-fixtures.ts';

const always = { fromMs: null, untilMs: null };
const today = Math.floor(now / day);
const nothing = { name: null, requests: 0, orders: 0, areaSqkm: 0, cost: 0, deliveredBytes: 0 };

const dated = (ms: number) => ({ createdAtMs: ms, changedAtMs: ms, output: managed });

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  let log: UsageLog;
  beforeEach(async () => {
    ({ store, orders, owner } = await freshOrders(fresh));
    log = createUsageLog(store.db);
  });
  afterEach(() => store.drop());

  const whole = () => ({ organizationId: owner.organizationId });
  const key = async (change: Parameters<typeof storedKey>[1] = {}) => {
    const stored = storedKey(owner.id, change);
    await addKey(store.db, stored);
    return stored.key.id;
  };
  const count = (change: object = {}) => ({
    organizationId: owner.organizationId,
    accountId: owner.id,
    keyId: null,
    day: today,
    requests: 1,
    ...change,
  });

  it('by day: orders where they were placed, requests beside them, in UTC', async () => {
    await place(orders, owner, 2, { usage: costs(5), ...dated(now) });
    await place(orders, owner, 1, { usage: costs(7), ...dated(now) });
    await place(orders, owner, 1, { usage: costs(null), ...dated(Math.floor(now / day) * day - 1) });
    await deliverAll(orders);
    await log.countRequests([count({ requests: 3 }), count({ day: today - 2 })]);
    const parts = await log.parts(whole(), 'day', always, 10);
    expect(new Map(parts.map(({ of, ...share }) => [of, share]))).toEqual(
      new Map([
        ['2026-05-01', { ...nothing, requests: 3, orders: 2, areaSqkm: 20, cost: 12, deliveredBytes: 300 }],
        ['2026-04-30', { ...nothing, orders: 1, areaSqkm: 10, cost: null, deliveredBytes: 100 }],
        ['2026-04-29', { ...nothing, requests: 1 }],
      ]),
    );
  });

  it('by key: names of those that are there, sign-ins as nothing, old orders as unknown', async () => {
    const [kept, gone] = [await key({ name: 'ci' }), await key({ name: 'old' })];
    await place(orders, owner, 1, { usage: costs(1), ...dated(now) }, { keyId: kept });
    await place(orders, owner, 1, { usage: costs(2), ...dated(now) }, { keyId: gone });
    await place(orders, owner, 1, { usage: costs(3), ...dated(now) });
    const before = await place(orders, owner, 1, { usage: costs(4), ...dated(now) });
    await store.raw(`UPDATE orders SET key_id = NULL, project = NULL WHERE id = '${before}'`);
    await createApiKeyStore(store.db).delete(owner.id, [gone], audit());
    await log.countRequests([count({ keyId: kept, requests: 9 })]);
    const parts = await log.parts(whole(), 'key', always, 10);
    expect(new Map(parts.map(({ of, name, cost, requests }) => [of, [name, cost, requests]]))).toEqual(
      new Map<string | null, unknown>([
        [kept, ['ci', 1, 9]],
        [gone, [null, 2, 0]],
        ['', [null, 3, 0]],
        [null, [null, 4, 0]],
      ]),
    );
  });

  it('by project: that of the key when the order was placed, also when both are gone', async () => {
    const projects = createProjectStore(store.db);
    const project = { id: 'p-1', accountId: owner.id, name: 'Harbours', createdAtMs: now };
    await projects.create(project, audit());
    const own = await key({ project: 'p-1' });
    await place(orders, owner, 1, { usage: costs(1), ...dated(now) }, { keyId: own });
    await place(orders, owner, 1, { usage: costs(2), ...dated(now) }, { keyId: await key() });
    await log.countRequests([count({ keyId: own }), count()]);
    const parts = async () =>
      new Map(
        (await log.parts(whole(), 'project', always, 10)).map(({ of, name, cost, requests }) => [
          of,
          [name, cost, requests],
        ]),
      );
    expect(await parts()).toEqual(
      new Map([
        ['p-1', ['Harbours', 1, 1]],
        ['', [null, 2, 1]],
      ]),
    );
    await projects.delete(owner.id, 'p-1', audit());
    await createApiKeyStore(store.db).delete(owner.id, [own], audit());
    expect((await parts()).get('p-1')).toEqual([null, 1, 1]);
  });

  it('of an account alone, of a period alone, and never of another organization', async () => {
    const colleague = await addAccount(store.db, { organizationId: owner.organizationId });
    const stranger = await addAccount(store.db);
    await place(orders, owner, 1, { usage: costs(1), ...dated(now) });
    await place(orders, owner, 1, { usage: costs(1), ...dated(now - 40 * day) });
    await place(orders, stranger, 1, { usage: costs(50), ...dated(now) });
    await log.countRequests([count({ requests: 2 }), count({ day: today - 40, requests: 5 })]);
    const since = { fromMs: now - day, untilMs: now + 1 };
    expect(await log.parts({ accountId: owner.id }, 'day', since, 10)).toEqual([
      { ...nothing, of: '2026-05-01', requests: 2, orders: 1, areaSqkm: 10, cost: 1, deliveredBytes: 0 },
    ]);
    expect(await log.parts(whole(), 'day', { fromMs: null, untilMs: now - day }, 10)).toMatchObject([
      { of: '2026-03-22', requests: 5, orders: 1 },
    ]);
    expect(await log.parts({ accountId: colleague.id }, 'key', always, 10)).toEqual([]);
  });

  it('counts add up, whoever brings them at the same moment', async () => {
    const own = await key();
    const other = createUsageLog(await store.open());
    const counts = [count({ keyId: own, requests: 2 }), count({ requests: 3 })];
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? log : other).countRequests(counts)));
    expect(await log.parts(whole(), 'day', always, 10)).toMatchObject([{ requests: 50 }]);
    expect(await log.parts(whole(), 'key', always, 10)).toMatchObject([
      { of: '', requests: 30 },
      { of: own, requests: 20 },
    ]);
  });

  it('is bounded: the last days, and whoever used most', async () => {
    for (const back of [0, 1, 2]) await place(orders, owner, 1, { usage: costs(1), ...dated(now - back * day) });
    expect((await log.parts(whole(), 'day', always, 2)).map(({ of }) => of)).toEqual(['2026-05-01', '2026-04-30']);
  });
});
