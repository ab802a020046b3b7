import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBacklogReader } from '../../server/src/adapters/sql/usage/backlog.ts';
import { createIngestJobStore } from '../../server/src/adapters/sql/ingest/ingest-jobs.ts';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { createWebhookStore } from '../../server/src/adapters/sql/notifications/webhooks.ts';
import { onEveryStore } from './backends.ts';
import { mailTo, now, vault } from './fixtures.ts';
import { ingestJob } from './job-fixtures.ts';
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
      jobsAtWork: 0,
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

  it('nobody holds tiles whose lease has run out: whoever had them is gone', async () => {
    await place(orders, owner, 3, { output: managed });
    await orders.claimTiles(claim({ limit: 2, holder: 'gone', leaseUntilMs: now }));
    await orders.claimTiles(claim({ limit: 1, holder: 'a worker' }));
    expect((await read()).orders.holders).toEqual([{ name: 'a worker', tiles: 1, leaseUntilMs: now + minute }]);
  });

  it('jobs of ingest that run, and how many of them somebody is at', async () => {
    const jobs = createIngestJobStore(store.db, vault);
    for (const place of ['a', 'b', 'c']) await jobs.create(ingestJob(place, owner.id));
    const one = { home: 'here', nowMs: now, limit: 1, isWatch: false, isAlone: false };
    await jobs.claim({ ...one, holder: 'here', leaseUntilMs: now + minute });
    await jobs.claim({ ...one, holder: 'gone', leaseUntilMs: now });
    expect(await read()).toMatchObject({ ingest: { queued: 1, running: 2, interrupted: 0 }, jobsAtWork: 1 });
  });

  it('mail that waits, since when, and what was given up', async () => {
    const outbox = createOutbox(store.db, vault);
    for (const at of [now - minute, now, now]) await outbox.enqueue(mailTo('ada@example.com'), at);
    const [first] = await outbox.claim(now, minute, 1);
    await outbox.abandon(first!.id, 'no such address');
    expect((await read()).mail).toEqual({ waiting: 2, failed: 1, oldestAtMs: now });
  });

  it('webhooks that were given up, but no tests: who made one was told', async () => {
    const webhooks = createWebhookStore(store.db, vault);
    const attempt = { atMs: now, status: 500, tookMs: 1, error: 'the server answered 500' };
    const message = { accountId: owner.id, url: 'https://example.com', body: '{}', orderId: null, createdAtMs: now };
    const kept = (id: string, type: string) => webhooks.keep({ ...message, id, type }, attempt);
    await kept('msg_1', 'webhook.test');
    await kept('msg_2', 'order.succeeded');
    expect((await read()).webhooks).toEqual({ waiting: 0, failed: 1, oldestAtMs: null });
  });
});
