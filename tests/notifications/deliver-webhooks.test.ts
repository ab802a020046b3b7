import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWebhookStore } from '../../server/src/adapters/sql/notifications/webhooks.ts';
import { createWebhookSender } from '../../server/src/adapters/webhooks/send-webhook.ts';
import { type WebhookService, deliverWebhooks } from '../../server/src/notifications/deliver-webhooks.ts';
import { signWebhook } from '../../server/src/notifications/sign-webhook.ts';
import { startWebhookLoop } from '../../server/src/notifications/webhook-loop.ts';
import type { WebhookEvent } from '../../server/src/notifications/webhook.ts';
import { rotateWebhookSecret } from '../../server/src/notifications/webhook-secrets.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../server/src/shared/clock.ts';
import { type TestStore, freshSqlite } from '../contract/backends.ts';
import { addAccount, vault } from '../contract/fixtures.ts';
import { movableClock, recordingLog, startMs } from './mail-fixtures.ts';
import { type WebhookReceiver, anEvent, startWebhookReceiver, status } from './webhook-receiver.ts';

const none = { delivered: 0, retried: 0, failed: 0, unrecorded: 0 };
const jitter = () => 0;

let store: TestStore;
let receiver: WebhookReceiver;
let accountId: string;
let service: WebhookService & { clock: ReturnType<typeof movableClock>; log: ReturnType<typeof recordingLog> };

beforeEach(async () => {
  [store, receiver] = [await freshSqlite(), await startWebhookReceiver()];
  accountId = (await addAccount(store.db)).id;
  service = {
    webhooks: createWebhookStore(store.db, vault),
    webhookSender: createWebhookSender({ arePrivateAllowed: true, timeoutMs: 20_000 }),
    clock: movableClock(),
    log: recordingLog(),
  };
});
afterEach(async () => {
  await service.webhookSender.close();
  await receiver.close();
  await store.drop();
});

const enqueue = async (change: Partial<WebhookEvent> = {}) => {
  const event = anEvent(`${receiver.url}/CANARY?token=CANARY`, { accountId, createdAtMs: startMs, ...change });
  await service.webhooks.enqueue(event);
  return event;
};
const pass = () => deliverWebhooks(service, { jitter });
const record = async (id = 'msg_1') => (await service.webhooks.byId(accountId, id))!;

describe('a pass', () => {
  test('delivers what is due, signed with the secret of the account, which it makes when there is none', async () => {
    const event = await enqueue();
    expect(await pass()).toEqual({ ...none, delivered: 1 });
    const secrets = await service.webhooks.secrets(accountId, startMs);
    expect(secrets).toHaveLength(1);
    expect(receiver.received[0]?.headers['webhook-signature']).toBe(signWebhook(secrets, event, startMs));
    expect(await record()).toMatchObject({ state: 'delivered', attempts: [{ status: 200, error: null }] });
    expect(await pass()).toEqual(none);
    expect(receiver.received).toHaveLength(1);
  });

  test('tries again after 500, under the same id and body with a new moment, and is done at 200', async () => {
    await enqueue();
    receiver.answerWith(status(500), status(200));
    expect(await pass()).toEqual({ ...none, retried: 1 });
    service.clock.forward(5 * secondMs - 1);
    expect(await pass()).toEqual(none);
    service.clock.forward(1);
    expect(await pass()).toEqual({ ...none, delivered: 1 });
    const [first, second] = receiver.received;
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect((await record()).attempts.map((attempt) => attempt.status)).toEqual([500, 200]);
  });

  test('gives up after the tenth attempt, three days and more after the first', async () => {
    await enqueue();
    receiver.answerWith(status(500));
    const delaysMs: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { retried } = await pass();
      if (retried === 0) break;
      const delayMs = ((await record()).dueAtMs ?? 0) - service.clock.nowMs();
      delaysMs.push(delayMs);
      service.clock.forward(delayMs);
    }
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * hourMs);
    expect(delaysMs).toEqual([5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...hours]);
    expect(await record()).toMatchObject({ state: 'failed', dueAtMs: null });
    expect(receiver.received).toHaveLength(10);
    service.clock.forward(30 * dayMs);
    expect(await pass()).toEqual(none);
  });

  test('ends at once at 410, and a replay tries again', async () => {
    await enqueue();
    receiver.answerWith(status(410), status(204));
    expect(await pass()).toEqual({ ...none, failed: 1 });
    expect(await record()).toMatchObject({ state: 'failed', attempts: [{ status: 410, error: 'answered 410' }] });
    await service.webhooks.replay(accountId, 'msg_1', service.clock.nowMs());
    expect(await pass()).toEqual({ ...none, delivered: 1 });
    expect(await record()).toMatchObject({ state: 'delivered', attempts: [{ status: 410 }, { status: 204 }] });
  });

  test('waits as long as the receiver asks', async () => {
    await enqueue();
    receiver.answerWith(status(429, { 'retry-after': '7200' }));
    await pass();
    expect((await record()).dueAtMs).toBe(startMs + 2 * hourMs);
  });

  test('one that hangs does not keep the others of the pass', async () => {
    for (let n = 0; n < 3; n += 1) await enqueue({ id: `msg_${n}` });
    receiver.answerWith(() => undefined, status(200));
    const webhookSender = createWebhookSender({ arePrivateAllowed: true, timeoutMs: 2_000 });
    expect(await deliverWebhooks({ ...service, webhookSender }, { jitter })).toEqual({
      ...none,
      retried: 1,
      delivered: 2,
    });
    await webhookSender.close();
  });

  test('signs with the old secret beside the new one for a day after a rotation', async () => {
    await enqueue();
    await pass();
    const [old] = await service.webhooks.secrets(accountId, startMs);
    const { secret } = await rotateWebhookSecret(service, accountId, async () => undefined);
    const event = await enqueue({ id: 'msg_2' });
    await pass();
    expect(receiver.received[1]?.headers['webhook-signature']).toBe(signWebhook([secret, old!], event, startMs));
    service.clock.forward(dayMs);
    const later = await enqueue({ id: 'msg_3' });
    await pass();
    const signature = signWebhook([secret], later, startMs + dayMs);
    expect(receiver.received[2]?.headers['webhook-signature']).toBe(signature);
  });

  test('that cannot record leaves the message to be sent again after its lease', async () => {
    await enqueue();
    const broken = { ...service.webhooks, record: () => Promise.reject(new Error('disk full')) };
    expect(await deliverWebhooks({ ...service, webhooks: broken })).toEqual({ ...none, unrecorded: 1 });
    expect(await pass()).toEqual(none);
    service.clock.forward(2 * minuteMs);
    expect(await pass()).toEqual({ ...none, delivered: 1 });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual(['msg_1', 'msg_1']);
  });

  test('receivers that hang keep messages of others, also those that come later, not waiting; they get few at a time', async () => {
    const other = (await addAccount(store.db)).id;
    for (let n = 0; n < 30; n += 1) await enqueue({ id: `msg_${n}` });
    const hanging: (() => void)[] = [];
    const sent: string[] = [];
    const answered = { attempt: { atMs: startMs, status: 200, tookMs: 1, error: null }, retryAfterMs: null };
    const send: typeof service.webhookSender.send = async (event) => {
      sent.push(event.id);
      if (event.accountId === accountId) await new Promise<void>((resolve) => hanging.push(resolve));
      return { ...answered, isForbidden: false };
    };
    const slow = { ...service, webhookSender: { ...service.webhookSender, send } };
    const stopping = new AbortController();
    const passing = deliverWebhooks(slow, { jitter, lookEveryMs: 5, signal: stopping.signal });
    await vi.waitFor(() => expect(sent).toHaveLength(4), 10_000);
    for (const id of ['msg_a', 'msg_b']) {
      await enqueue({ id, accountId: other });
      await vi.waitFor(() => expect(sent).toContain(id), 10_000);
    }
    expect(sent).toHaveLength(6);
    stopping.abort();
    for (const resolve of hanging) resolve();
    expect(await passing).toEqual({ ...none, delivered: 6 });
  });

  test('writes neither addresses nor secrets nor bodies into the log', async () => {
    await enqueue({ body: '{"CANARY":1}' });
    receiver.answerWith(status(500), status(200));
    await pass();
    service.clock.forward(hourMs);
    await pass();
    expect(service.log.lines).toHaveLength(2);
    expect(service.log.lines.join()).not.toMatch(/CANARY|whsec_/);
  });
});

describe('the loop', () => {
  test('delivers at once, when woken, and not after it is stopped', async () => {
    await enqueue();
    const loop = startWebhookLoop(service, { intervalMs: hourMs });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000);
    await enqueue({ id: 'msg_2' });
    loop.wake();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 10_000);
    await loop.stop();
    await enqueue({ id: 'msg_3' });
    loop.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.received).toHaveLength(2);
  });

  test('outlives a pass that fails', async () => {
    let claims = 0;
    const claim: typeof service.webhooks.claim = (...given) => {
      claims += 1;
      return claims === 1 ? Promise.reject(new Error('store away')) : service.webhooks.claim(...given);
    };
    await enqueue();
    const loop = startWebhookLoop({ ...service, webhooks: { ...service.webhooks, claim } }, { intervalMs: 5 });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000);
    await loop.stop();
    expect(service.log.lines[0]).toContain('webhooks pass failed');
  });
});
