import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MailOutbox } from '../../server/src/notifications/ports.ts';
import { createOutbox } from '../../server/src/adapters/sql/notifications/outbox.ts';
import { createVault } from '../../server/src/vault/vault.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { atOnce, now, vault } from './fixtures.ts';

const mail = (subject = 'Hello') => ({
  to: 'ada@example.com',
  subject,
  text: 'MAIL-CANARY',
  html: '<p>MAIL-CANARY</p>',
});
const leaseMs = 60_000;

onEveryStore((fresh) => {
  let store: TestStore;
  let outbox: MailOutbox;
  beforeEach(async () => {
    store = await fresh();
    outbox = createOutbox(store.db, vault);
  });
  afterEach(() => store.drop());

  it('a mail is claimed, hidden for its lease, claimed again after it, and gone once sent', async () => {
    await outbox.enqueue(mail(), now);
    expect(await outbox.claim(now - 1, leaseMs, 10)).toEqual([]);
    const [first] = await outbox.claim(now, leaseMs, 10);
    expect(first).toMatchObject({ mail: mail(), attempts: 1, queuedAtMs: now });
    expect(await outbox.claim(now + leaseMs - 1, leaseMs, 10)).toEqual([]);
    expect(await outbox.pending()).toBe(1);
    const [second] = await outbox.claim(now + leaseMs, leaseMs, 10);
    expect(second).toEqual({ ...first, attempts: 2 });
    await outbox.sent(first!.id);
    expect(await outbox.pending()).toBe(0);
    expect(await outbox.claim(now + 10 * leaseMs, leaseMs, 10)).toEqual([]);
  });

  it('a mail waits until its retry is due, and an abandoned one is kept but never claimed', async () => {
    await outbox.enqueue(mail(), now);
    const [queued] = await outbox.claim(now, leaseMs, 1);
    await outbox.retryAt(queued!.id, now + 500, 'server busy');
    expect(await outbox.claim(now + 499, leaseMs, 1)).toEqual([]);
    expect(await outbox.claim(now + 500, leaseMs, 1)).toHaveLength(1);
    await outbox.abandon(queued!.id, 'GIVEN-UP');
    expect(await outbox.claim(now + 10 * leaseMs, leaseMs, 1)).toEqual([]);
    expect(await outbox.pending()).toBe(0);
    expect(await store.bytes()).toContain('GIVEN-UP');
  });

  it('sweeping removes what was given up long ago, and nothing that still has to leave', async () => {
    await outbox.enqueue(mail('given up'), now);
    await outbox.enqueue(mail('waiting'), now);
    const [lost, waiting] = await outbox.claim(now, leaseMs, 2);
    await outbox.abandon(lost!.id, 'refused');
    await outbox.retryAt(waiting!.id, now + leaseMs, 'server busy');
    expect([await outbox.sweep(now), await outbox.sweep(now + 1), await outbox.sweep(now + 1)]).toEqual([0, 1, 0]);
    expect(await outbox.claim(now + leaseMs, leaseMs, 10)).toHaveLength(1);
  });

  it('two nodes that claim at once never get the same mail, and together get all', async () => {
    await atOnce(30, (index) => outbox.enqueue(mail(`n${index}`), now));
    const nodes = [outbox, createOutbox(await store.open(), vault)];
    const claims = await atOnce(12, (index) => nodes[index % 2]!.claim(now, leaseMs, 5));
    const rest = await outbox.claim(now, leaseMs, 100);
    const subjects = [...claims.flat(), ...rest].map((queued) => queued.mail.subject);
    expect(new Set(subjects).size).toBe(30);
    expect(subjects).toHaveLength(30);
  });

  it('a mail that cannot be opened is abandoned and does not hold up the others', async () => {
    await createOutbox(store.db, createVault(Buffer.alloc(32, 9))).enqueue(mail('foreign'), now);
    await outbox.enqueue(mail('good'), now);
    const claimed = await outbox.claim(now, leaseMs, 10);
    expect(claimed.map((queued) => queued.mail.subject)).toEqual(['good']);
    expect(await outbox.pending()).toBe(1);
  });

  it('no word of a mail can be read at rest', async () => {
    await outbox.enqueue(mail('SUBJECT-CANARY'), now);
    expect(await store.bytes()).not.toMatch(/CANARY|ada@example/);
  });
});
