import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBacklogReader } from '../../server/src/adapters/sql/backlog.ts';
import { createOutbox } from '../../server/src/adapters/sql/outbox.ts';
import { onEveryStore } from './backends.ts';
import { mailTo, now, vault } from './fixtures.ts';
import { type OrdersOfTest, claim, freshOrders, managed, minute, place } from './order-fixtures.ts';

onEveryStore((fresh) => {
  let { store, orders, owner } = {} as OrdersOfTest;
  beforeEach(async () => void ({ store, orders, owner } = await freshOrders(fresh)));
  afterEach(() => store.drop());

  const read = () => createBacklogReader(store.db).read('feed', now);

  it('nothing waits in a store that is new', async () => {
    const silent = { waiting: 0, failed: 0, oldestAtMs: null };
    expect(await read()).toEqual({
      store: { kind: store.db.dialect, bytes: expect.any(Number), schemaVersion: store.db.schema.to },
      orders: { running: 0, openTiles: 0, ending: 0, holders: [] },
      selectsRunning: 0,
      ingest: { queued: 0, running: 0, interrupted: 0 },
      savedSearches: { watched: 0, lookedAt: null, openBatches: 0 },
      mail: silent,
      webhooks: silent,
    });
    expect((await read()).store.bytes).toBeGreaterThan(0);
  });

  it('tiles that are open, and who holds some of them until when', async () => {
    await place(orders, owner, 3, { output: managed });
    await orders.claimTiles(claim({ limit: 2, holder: 'a worker' }));
    expect((await read()).orders).toEqual({
      running: 1,
      openTiles: 3,
      ending: 0,
      holders: [{ name: 'a worker', tiles: 2, leaseUntilMs: now + minute }],
    });
  });

  it('mail that waits, since when, and what was given up', async () => {
    const outbox = createOutbox(store.db, vault);
    for (const at of [now - minute, now, now]) await outbox.enqueue(mailTo('ada@example.com'), at);
    const [first] = await outbox.claim(now, minute, 1);
    await outbox.abandon(first!.id, 'no such address');
    expect((await read()).mail).toEqual({ waiting: 2, failed: 1, oldestAtMs: now });
  });
});
