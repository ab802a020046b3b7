import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signWebhook } from '../../../server/src/notifications/sign-webhook.ts';
import { deliverWebhooks } from '../../../server/src/notifications/deliver-webhooks.ts';
import { hourMs } from '../../../server/src/shared/clock.ts';
import { type WebhookReceiver, anEvent, startWebhookReceiver, status } from '../../notifications/webhook-receiver.ts';
import { adminToken, createAccount, createKey, signIn } from '../../support/accounts.ts';
import { assert, forbidden, invalidParameters, notFound, unauthorized } from '../../support/assert.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { type TestService, startService } from '../../support/start-service.ts';

type Secret = { readonly secret: string; readonly previous_valid_until?: string };
type Test = {
  readonly id: string;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly took_ms: number;
  readonly error: string | null;
};
type Delivery = {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly order_id: string | null;
  readonly next_attempt: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
  readonly body?: string;
};
type Page = { readonly data: readonly Delivery[]; readonly has_more: boolean; readonly next?: string };
type Caller = { readonly token: string; readonly id: string };

const clock = movableClock();
let swath: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [swath, receiver] = [
    await startService({ SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' }, { clock }),
    await startWebhookReceiver(),
  ];
});
afterEach(() => {
  receiver.answerWith(status(200));
  receiver.received.length = 0;
});
afterAll(async () => {
  await swath.stop();
  await receiver.close();
});

async function newCaller(change: Record<string, unknown> = {}): Promise<Caller> {
  const account = await createAccount(swath.url, await adminToken(swath), change);
  return { token: (await signIn(swath.url, account)).access_token, id: account.id };
}

const send = (method: string, path: string, options: CallOptions) => call(swath.url, method, path, options);

async function read<T>(method: string, path: string, options: CallOptions, expected = 200): Promise<T> {
  const answer = await send(method, path, options);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([expected, expect.any(String)]);
  return answer.json<T>();
}

const secretOf = async ({ token }: Caller) => (await read<Secret>('GET', '/webhooks/secret', { token })).secret;
const enqueue = ({ id: accountId }: Caller, id: string, change = {}) =>
  swath.service.webhooks.enqueue(
    anEvent(`${receiver.url}/hook?key=QUERY-CANARY`, { id, accountId, createdAtMs: clock.nowMs(), ...change }),
  );
const deliver = () => deliverWebhooks(swath.service, { jitter: () => 0 });

/** The message when it is over, whoever has sent it: the service does so on its own too. */
async function settled({ token }: Caller, id: string): Promise<Delivery> {
  await deliver();
  return vi.waitFor(async () => {
    const delivery = await read<Delivery>('GET', `/webhooks/deliveries/${id}`, { token });
    expect(delivery.state).not.toBe('pending');
    return delivery;
  }, 10_000);
}

describe('GET /webhooks/secret', () => {
  test('200: makes the secret when it is first asked for, and answers the same afterwards', async () => {
    const [ada, bob] = [await newCaller(), await newCaller()];
    const secret = await secretOf(ada);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretOf(ada)).toBe(secret);
    expect(await secretOf(bob)).not.toBe(secret);
  });

  test('401 for an API key, 403 without the permission to order', async () => {
    const { token } = await newCaller();
    const { api_key: key } = await createKey(swath.url, token);
    assert.refusal(await send('GET', '/webhooks/secret', { key }), unauthorized);
    assert.refusal(await send('POST', '/webhooks/secret/rotate', { key }), unauthorized);
    const poor = await newCaller({ permissions: ['search'] });
    assert.refusal(await send('GET', '/webhooks/secret', { token: poor.token }), forbidden);
  });
});

describe('POST /webhooks/secret/rotate', () => {
  test('200: a new secret, the old one signs beside it for a day, and the audit tells of it', async () => {
    const ada = await newCaller();
    const old = await secretOf(ada);
    const rotated = await read<Secret>('POST', '/webhooks/secret/rotate', { token: ada.token });
    expect(rotated.secret).not.toBe(old);
    expect(rotated.previous_valid_until).toBe(new Date(clock.nowMs() + 24 * hourMs).toISOString());
    expect(await secretOf(ada)).toBe(rotated.secret);
    await read<Test>('POST', '/webhooks/test', { token: ada.token, json: { url: receiver.url } });
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const message = { id: headers['webhook-id'] as string, body };
    const sentAtMs = Number(headers['webhook-timestamp']) * 1_000;
    expect(headers['webhook-signature']).toBe(signWebhook([rotated.secret, old], message, sentAtMs));
    const audit = await read<{ data: { action: string }[] }>('GET', `/admin/audit?target=${ada.id}`, {
      token: await adminToken(swath),
    });
    expect(audit.data.map(({ action }) => action)).toContain('webhook-secret.rotate');
    expect(JSON.stringify(audit)).not.toContain('whsec_');
  });
});

describe('POST /webhooks/test', () => {
  test('200: a signed message at once, and its place in the log', async () => {
    const ada = await newCaller();
    const { api_key: key } = await createKey(swath.url, ada.token);
    const answer = await read<Test>('POST', '/webhooks/test', { key, json: { url: `${receiver.url}/hook` } });
    expect(answer).toMatchObject({ delivered: true, status: 200, error: null });
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    expect(headers['webhook-id']).toBe(answer.id);
    expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', data: {} });
    const sentAtMs = Number(headers['webhook-timestamp']) * 1_000;
    const expected = signWebhook([await secretOf(ada)], { id: answer.id, body }, sentAtMs);
    expect(headers['webhook-signature']).toBe(expected);
    const logged = await read<Delivery>('GET', `/webhooks/deliveries/${answer.id}`, { token: ada.token });
    expect(logged).toMatchObject({ state: 'delivered', body, attempts: [{ status: 200 }], order_id: null });
  });

  test('200: tells what the receiver answered, and does not try again', async () => {
    const { token } = await newCaller();
    receiver.answerWith(status(302, { location: receiver.url }));
    const answer = await read<Test>('POST', '/webhooks/test', { token, json: { url: receiver.url } });
    expect(answer).toMatchObject({
      delivered: false,
      status: 302,
      error: expect.stringContaining('redirects') as string,
    });
    clock.advance(24 * hourMs);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  test('200: tells that nobody answered', async () => {
    const { token } = await newCaller();
    receiver.answerWith((response) => response.destroy());
    const answer = await read<Test>('POST', '/webhooks/test', { token, json: { url: receiver.url } });
    expect(answer).toMatchObject({
      delivered: false,
      status: null,
      error: expect.stringContaining('closed') as string,
    });
  });

  test.each([
    [{}, "'url'"],
    [{ url: 5 }, "'url'"],
    [{ url: 'example.org' }, "'url' must be an address"],
    [{ url: 'ftp://example.org' }, "'url' must be an address"],
    [{ url: 'https://a:b@example.org' }, "'url' must not hold a user name"],
  ])('400 for %j', async (json, message) => {
    const { token } = await newCaller();
    const answer = await send('POST', '/webhooks/test', { token, json });
    assert.refusal(answer, { ...invalidParameters, message: new RegExp(message) });
  });
});

describe('a private address', () => {
  let guarded: TestService;
  let token: string;
  beforeAll(async () => {
    guarded = await startService();
    token = await adminToken(guarded);
  });
  afterAll(() => guarded.stop());

  test.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '169.254.169.254'])(
    '%s is 400, and nothing connects',
    async (host) => {
      const before = receiver.connections();
      const json = { url: `http://${host}:${receiver.port}/` };
      const answer = await call(guarded.url, 'POST', '/webhooks/test', { token, json });
      assert.refusal(answer, { ...invalidParameters, message: /'url' must be on the public internet/ });
      expect(receiver.connections()).toBe(before);
    },
  );
});

describe('GET /webhooks/deliveries', () => {
  test("200: the account's own, newest first, in pages, by order, without body and query", async () => {
    const [ada, bob] = [await newCaller(), await newCaller()];
    for (let n = 0; n < 3; n += 1)
      await enqueue(ada, `msg_${ada.id}_${n}`, { createdAtMs: clock.nowMs() + hourMs + n });
    await enqueue(ada, `msg_${ada.id}_x`, { orderId: '1000000000000000000', createdAtMs: clock.nowMs() + hourMs });
    await enqueue(bob, `msg_${bob.id}`, { createdAtMs: clock.nowMs() + hourMs });
    const path = '/webhooks/deliveries?limit=2&order_id=5149112381921233190';
    const first = await read<Page>('GET', path, { token: ada.token });
    expect([first.data.map(({ id }) => id.at(-1)), first.has_more]).toEqual([['2', '1'], true]);
    const rest = await read<Page>('GET', `${path}&after=${first.next}`, { token: ada.token });
    expect([rest.data.map(({ id }) => id.at(-1)), rest.has_more]).toEqual([['0'], false]);
    const all = await send('GET', '/webhooks/deliveries', { token: ada.token });
    expect(all.json<Page>().data).toHaveLength(4);
    expect(all.text).not.toContain('QUERY-CANARY');
    expect(all.json<Page>().data[0]).toMatchObject({ state: 'pending', attempts: [], url: `${receiver.url}/hook` });
    expect(all.json<Page>().data[0]?.body).toBeUndefined();
  });

  test('400 for a limit or a cursor that is none', async () => {
    const { token } = await newCaller();
    for (const query of ['limit=x', 'after=x'])
      assert.refusal(await send('GET', `/webhooks/deliveries?${query}`, { token }), invalidParameters);
  });
});

describe('POST /webhooks/deliveries/:id/replay', () => {
  test('202: sends it once more under the same id and body', async () => {
    const ada = await newCaller();
    const id = `msg_${ada.id}`;
    await enqueue(ada, id);
    receiver.answerWith(status(410), status(200));
    expect(await settled(ada, id)).toMatchObject({ state: 'failed', next_attempt: null, attempts: [{ status: 410 }] });
    const replayed = await read<Delivery>('POST', `/webhooks/deliveries/${id}/replay`, { token: ada.token }, 202);
    expect(replayed).toMatchObject({ id, state: expect.stringMatching(/pending|delivered/) as string });
    const done = await settled(ada, id);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
    expect(done).toMatchObject({ state: 'delivered', attempts: [{ status: 410 }, { status: 200 }] });
  });

  test("404 for an unknown message and for another account's", async () => {
    const [ada, bob] = [await newCaller(), await newCaller()];
    const id = `msg_${ada.id}`;
    await enqueue(ada, id, { createdAtMs: clock.nowMs() + hourMs });
    for (const path of ['unknown', id, '%00', encodeURIComponent("' OR 1=1 --")]) {
      assert.refusal(await send('GET', `/webhooks/deliveries/${path}`, { token: bob.token }), notFound);
      assert.refusal(await send('POST', `/webhooks/deliveries/${path}/replay`, { token: bob.token }), notFound);
    }
  });
});

describe('what an account sends itself', () => {
  test('429 beyond 5,000 tests and replays in an hour, and nothing is sent; in the next hour it goes on', async () => {
    const ada = await newCaller();
    await enqueue(ada, 'msg_flood');
    await settled(ada, 'msg_flood');
    receiver.received.length = 0;
    await swath.service.webhooks.countByHand(ada.id, 5_000, clock.nowMs());
    const test = () => send('POST', '/webhooks/test', { token: ada.token, json: { url: receiver.url } });
    const replay = () => send('POST', '/webhooks/deliveries/msg_flood/replay', { token: ada.token });
    for (const answer of [await test(), await replay()]) {
      expect([answer.status, answer.json()['message']]).toEqual([
        429,
        'Too Many Requests: at most 5000 tests and replays of webhooks in an hour',
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    }
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(
      (await send('POST', '/webhooks/test', { token: (await newCaller()).token, json: { url: receiver.url } })).status,
    ).toBe(200);
    clock.advance(hourMs);
    expect([(await test()).status, (await replay()).status]).toEqual([200, 202]);
  });
});
