import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebhookStore } from '../../server/src/adapters/sql/notifications/webhooks.ts';
import type { WebhookAttempt, WebhookStore } from '../../server/src/notifications/ports.ts';
import type { WebhookEvent } from '../../server/src/notifications/webhook.ts';
import { sendingLeaseMs } from '../../server/src/notifications/webhook-patience.ts';
import { createVault } from '../../server/src/vault/vault.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, day, now, vault } from './fixtures.ts';

const leaseMs = 60_000;
const taken: WebhookAttempt = { atMs: now, status: 200, tookMs: 12, error: null };
const refused: WebhookAttempt = { atMs: now, status: 500, tookMs: 7, error: 'answered 500' };

onEveryStore((fresh) => {
  let store: TestStore;
  let webhooks: WebhookStore;
  let ada: string;
  let bob: string;
  beforeEach(async () => {
    store = await fresh();
    webhooks = createWebhookStore(store.db, vault);
    [ada, bob] = [(await addAccount(store.db)).id, (await addAccount(store.db)).id];
  });
  afterEach(() => store.drop());

  const event = (id: string, change: Partial<WebhookEvent> = {}): WebhookEvent => ({
    id,
    accountId: ada,
    url: 'https://URL-CANARY.example/hook?key=1',
    type: 'order.succeeded',
    body: '{"data":"BODY-CANARY"}',
    orderId: '5149112381921233190',
    createdAtMs: now,
    ...change,
  });

  it('a message is claimed, hidden for its lease, claimed again after it, and settled once it is delivered', async () => {
    await webhooks.enqueue(event('msg_1'));
    expect(await webhooks.claim(now - 1, leaseMs, 10)).toEqual([]);
    expect(await webhooks.claim(now, leaseMs, 10)).toEqual([{ event: event('msg_1'), attempts: 1 }]);
    expect(await webhooks.claim(now + leaseMs - 1, leaseMs, 10)).toEqual([]);
    expect(await webhooks.claim(now + leaseMs, leaseMs, 10)).toEqual([{ event: event('msg_1'), attempts: 2 }]);
    await webhooks.record('msg_1', taken, null);
    expect(await webhooks.claim(now + day, leaseMs, 10)).toEqual([]);
    expect(await webhooks.byId(ada, 'msg_1')).toEqual({
      ...event('msg_1'),
      state: 'delivered',
      attempts: [taken],
      dueAtMs: null,
    });
  });

  it('a message that failed waits until it is due, and one that is given up is never claimed', async () => {
    await webhooks.enqueue(event('msg_1'));
    await webhooks.claim(now, leaseMs, 10);
    await webhooks.record('msg_1', refused, now + 500);
    expect(await webhooks.byId(ada, 'msg_1')).toMatchObject({ state: 'pending', dueAtMs: now + 500 });
    expect(await webhooks.claim(now + 499, leaseMs, 10)).toEqual([]);
    expect(await webhooks.claim(now + 500, leaseMs, 10)).toHaveLength(1);
    await webhooks.record('msg_1', refused, null);
    expect(await webhooks.claim(now + day, leaseMs, 10)).toEqual([]);
    expect(await webhooks.byId(ada, 'msg_1')).toMatchObject({ state: 'failed', attempts: [refused, refused] });
  });

  it('the same id is one message, whatever it comes with', async () => {
    await webhooks.enqueue(event('msg_1'));
    await webhooks.enqueue(event('msg_1', { body: '{}', createdAtMs: now + 5 }));
    expect(await webhooks.claim(now + 10, leaseMs, 10)).toEqual([{ event: event('msg_1'), attempts: 1 }]);
  });

  it('the log of attempts keeps the last twenty', async () => {
    await webhooks.enqueue(event('msg_1'));
    for (let n = 0; n < 25; n += 1) await webhooks.record('msg_1', { ...refused, tookMs: n }, now);
    const { attempts } = (await webhooks.byId(ada, 'msg_1'))!;
    expect(attempts.map(({ tookMs }) => tookMs)).toEqual(Array.from({ length: 20 }, (_, n) => n + 5));
  });

  it('one that was sent at once stands in the log and is not claimed', async () => {
    await webhooks.keep(event('msg_1', { orderId: null }), refused);
    expect(await webhooks.claim(now + day, leaseMs, 10)).toEqual([]);
    expect(await webhooks.byId(ada, 'msg_1')).toMatchObject({ state: 'failed', attempts: [refused], orderId: null });
  });

  it('a replay is due at once under the same id, with all of its patience and its log', async () => {
    await webhooks.enqueue(event('msg_1'));
    await webhooks.claim(now, leaseMs, 10);
    await webhooks.record('msg_1', refused, null);
    expect(await webhooks.replay(bob, 'msg_1', now + 5)).toBe(false);
    expect(await webhooks.replay(ada, 'unknown', now + 5)).toBe(false);
    expect(await webhooks.replay(ada, 'msg_1', now + 5)).toBe(true);
    expect(await webhooks.claim(now + 5, leaseMs, 10)).toEqual([{ event: event('msg_1'), attempts: 1 }]);
    expect((await webhooks.byId(ada, 'msg_1'))?.attempts).toEqual([refused]);
  });

  it('a replay of one that is just being sent sends it no second time; of one that waits for long, at once', async () => {
    await webhooks.enqueue(event('msg_1'));
    await webhooks.claim(now, sendingLeaseMs, 10);
    expect(await webhooks.replay(ada, 'msg_1', now + 1)).toBe(true);
    expect(await webhooks.claim(now + 1, sendingLeaseMs, 10)).toEqual([]);
    await webhooks.record('msg_1', refused, now + day);
    expect(await webhooks.replay(ada, 'msg_1', now + 2)).toBe(true);
    expect(await webhooks.claim(now + 2, sendingLeaseMs, 10)).toEqual([{ event: event('msg_1'), attempts: 1 }]);
    await webhooks.record('msg_1', taken, null);
    expect(await webhooks.replay(ada, 'msg_1', now + 3)).toBe(true);
    expect(await webhooks.claim(now + 3, sendingLeaseMs, 10)).toHaveLength(1);
  });

  it('an account sees its own messages alone, newest first, in pages, by order', async () => {
    for (let n = 0; n < 5; n += 1) await webhooks.enqueue(event(`msg_${n}`, { createdAtMs: now + n }));
    await webhooks.enqueue(event('msg_other', { orderId: '1000000000000000000', createdAtMs: now + 9 }));
    await webhooks.enqueue(event('msg_bob', { accountId: bob }));
    expect(await webhooks.byId(bob, 'msg_1')).toBeNull();
    const first = await webhooks.list(ada, { limit: 3 }, '5149112381921233190');
    expect(first.data.map(({ id }) => id)).toEqual(['msg_4', 'msg_3', 'msg_2']);
    const second = await webhooks.list(ada, { limit: 3, after: first.next! }, '5149112381921233190');
    expect([second.data.map(({ id }) => id), second.next]).toEqual([['msg_1', 'msg_0'], undefined]);
    expect((await webhooks.list(ada, { limit: 10 })).data.map(({ id }) => id)[0]).toBe('msg_other');
    expect((await webhooks.list(bob, { limit: 10 })).data.map(({ id }) => id)).toEqual(['msg_bob']);
    expect((await webhooks.list(bob, { limit: 10 }, '5149112381921233190')).data).toHaveLength(1);
  });

  it('two nodes that claim at once never get the same message, and together get all', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => addAccount(store.db)));
    await atOnce(30, (n) => webhooks.enqueue(event(`msg_${n}`, { accountId: accounts[n % 10]!.id })));
    const nodes = [webhooks, createWebhookStore(await store.open(), vault)];
    const claims = await atOnce(12, (n) => nodes[n % 2]!.claim(now, leaseMs, 5));
    const rest = await webhooks.claim(now, leaseMs, 100);
    const ids = [...claims.flat(), ...rest].map((claimed) => claimed.event.id);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  it('one account with many messages does not keep the others waiting', async () => {
    for (let n = 0; n < 50; n += 1) await webhooks.enqueue(event(`msg_${n}`, { createdAtMs: now - 1_000 + n }));
    await webhooks.enqueue(event('msg_bob', { accountId: bob }));
    const claimed = await webhooks.claim(now, leaseMs, 20);
    expect(claimed.filter(({ event: { accountId } }) => accountId === ada)).toHaveLength(4);
    expect(claimed.map(({ event: { id } }) => id)).toContain('msg_bob');
  });

  it('nothing more is taken of accounts that have enough under way', async () => {
    for (let n = 0; n < 3; n += 1) await webhooks.enqueue(event(`msg_${n}`));
    await webhooks.enqueue(event('msg_bob', { accountId: bob }));
    const taken = async (busy: readonly string[]) =>
      (await webhooks.claim(now, leaseMs, 20, busy)).map(({ event: { id } }) => id);
    expect(await taken([ada, bob])).toEqual([]);
    expect(await taken([ada])).toEqual(['msg_bob']);
    expect(await taken([bob])).toEqual(['msg_0', 'msg_1', 'msg_2']);
  });

  it('address, body and secret are sealed at rest', async () => {
    await webhooks.enqueue(event('msg_1'));
    await webhooks.createSecret(ada, 'whsec_SECRET-CANARY');
    expect(await store.bytes()).not.toMatch(/URL-CANARY|BODY-CANARY|SECRET-CANARY/);
  });

  it('a message that cannot be opened is given up and does not hold up the others', async () => {
    await webhooks.enqueue(event('msg_1'));
    const other = createWebhookStore(store.db, createVault(Buffer.alloc(32, 9)));
    await other.enqueue(event('msg_2', { createdAtMs: now - 1 }));
    expect((await webhooks.claim(now, leaseMs, 10)).map((claimed) => claimed.event.id)).toEqual(['msg_1']);
    expect(await webhooks.claim(now + day, leaseMs, 10)).toHaveLength(1);
  });

  it('an account has one secret, also when many ask for the first at once', async () => {
    expect(await webhooks.secrets(ada, now)).toEqual([]);
    const nodes = [webhooks, createWebhookStore(await store.open(), vault)];
    await atOnce(10, (n) => nodes[n % 2]!.createSecret(ada, `whsec_${n}`));
    expect(await webhooks.secrets(ada, now)).toHaveLength(1);
    expect(await webhooks.secrets(bob, now)).toEqual([]);
  });

  it('a secret that was replaced counts until its end, behind the new one', async () => {
    await webhooks.createSecret(ada, 'whsec_1');
    await webhooks.rotateSecret(ada, 'whsec_2', now + day);
    await webhooks.rotateSecret(ada, 'whsec_3', now + 2 * day);
    expect(await webhooks.secrets(ada, now)).toEqual(['whsec_3', 'whsec_2', 'whsec_1']);
    expect(await webhooks.secrets(ada, now + day)).toEqual(['whsec_3', 'whsec_2']);
    expect(await webhooks.secrets(ada, now + 2 * day)).toEqual(['whsec_3']);
  });

  it('rotating again and again, also at once, leaves one current secret and few older ones', async () => {
    await atOnce(12, (n) => webhooks.rotateSecret(ada, `whsec_${n}`, now + day + n));
    expect(await webhooks.secrets(ada, now)).toHaveLength(5);
    expect(await webhooks.secrets(ada, now + 2 * day)).toHaveLength(1);
  });

  it('what an account sends itself is counted by the hour of the clock, for each account apart', async () => {
    expect(await webhooks.countByHand(ada, 2, now)).toBe(2);
    expect(await webhooks.countByHand(ada, 1, now)).toBe(3);
    expect(await webhooks.countByHand(bob, 1, now)).toBe(1);
    expect(await webhooks.countByHand(ada, 1, now + day / 24)).toBe(1);
  });

  it('sweeping removes what is settled and old, and nothing that still has to leave', async () => {
    await webhooks.keep(event('msg_old', { createdAtMs: now - 10 }), taken);
    await webhooks.keep(event('msg_new'), taken);
    await webhooks.enqueue(event('msg_due', { createdAtMs: now - 10 }));
    expect(await webhooks.sweep(now)).toBe(1);
    expect((await webhooks.list(ada, { limit: 10 })).data.map(({ id }) => id)).toEqual(['msg_new', 'msg_due']);
  });
});
