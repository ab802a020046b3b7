import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import { orderStateSchema } from '../../../server/src/http/wire/orders/order-schemas.ts';
import { createAccount, createKey, keysPath, signIn } from '../../support/accounts.ts';
import { call } from '../../support/call.ts';
import { type EventReader, readEvents } from './read-events.ts';
import { type OrderService, acquisitions, startOrderService, strangerTo } from './support-orders.ts';

let swath: OrderService;

beforeAll(async () => {
  swath = await startOrderService();
});
afterAll(() => swath.stop());

const all = { acquisitions: Object.values(acquisitions) };
const follow = (
  id: string,
  headers: Readonly<Record<string, string>> = {},
  token = swath.token,
): Promise<EventReader> =>
  readEvents(`${swath.url}/order/${id}/events`, { authorization: `Bearer ${token}`, ...headers });
const statesOf = (reader: EventReader) => reader.events().map(({ state }) => state);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const soon = { timeout: 15_000, interval: 20 };

describe('GET /order/{id}/events', () => {
  test('200 with the state now, each change, and the end', async () => {
    const { id } = await swath.order(all);
    const reader = await follow(id);
    expect([reader.status, reader.headers]).toMatchObject([
      200,
      { 'content-type': 'text/event-stream', 'cache-control': 'private, no-store' },
    ]);
    expect(reader.headers['content-encoding']).toBeUndefined();
    await expect.poll(() => statesOf(reader), soon).toEqual(['RUNNING']);
    expect(reader.blocks[0]).toMatch(/^retry: \d+$/);
    const [first, ...others] = await swath.claim(id);
    await swath.deliver([first!]);
    await expect.poll(() => statesOf(reader), soon).toEqual(['RUNNING', 'RUNNING']);
    expect(reader.events()[1]).toMatchObject({ progress: { tiles: { delivered: 1 } } });
    await swath.deliver(others);
    await swath.finish(id);
    await reader.ended;
    expect(reader.events().at(-1)).toMatchObject({ id, status: 'SUCCEEDED', progress: { percent: 100 } });
    expect(reader.events().every((data) => Value.Check(orderStateSchema, data))).toBe(true);
  });

  test('200 with only what came since Last-Event-ID, and 204 when nothing more will', async () => {
    const { id } = await swath.order();
    const before = await follow(id);
    await expect.poll(() => statesOf(before), soon).toEqual(['RUNNING']);
    const seen = before.lastId();
    before.leave();
    const again = await follow(id, { 'last-event-id': seen });
    await swath.ask('POST', `/order/${id}/cancel`);
    await again.ended;
    expect(statesOf(again)).toEqual(['CANCELLED']);
    expect((await follow(id, { 'last-event-id': again.lastId() })).status).toBe(204);
    const late = await follow(id, { 'last-event-id': seen });
    await late.ended;
    expect(statesOf(late)).toEqual(['CANCELLED']);
  });

  test('looks once for all who follow the same order, and not at all when they have left', async () => {
    const { id } = await swath.order();
    const { orders } = swath.service;
    const original = orders.progress;
    let looks = 0;
    Object.assign(orders, { progress: (asked: string) => ((looks += Number(asked === id)), original(asked)) });
    const readers = await Promise.all(Array.from({ length: 5 }, () => follow(id)));
    looks = 0;
    await wait(2_500);
    expect([looks >= 1, looks <= 4]).toEqual([true, true]);
    for (const reader of readers) reader.leave();
    const looksNow = async () => {
      looks = 0;
      await wait(1_500);
      return looks;
    };
    await expect.poll(looksNow, soon).toBe(0);
    Object.assign(orders, { progress: original });
  });

  test.each(['key', 'token'] as const)('tells nothing any more, and ends, once its %s has ended', async (kind) => {
    const { access_token: token } = await signIn(swath.url, await createAccount(swath.url, swath.adminToken));
    const key = await createKey(swath.url, token);
    const json = { ...all, bucket: 'managed' };
    const { id } = (await call(swath.url, 'POST', '/order', { token, json })).json<{ id: string }>();
    const credential: Readonly<Record<string, string>> =
      kind === 'key' ? { 'vendor-api-key': key.api_key } : { authorization: `Bearer ${token}` };
    const reader = await readEvents(`${swath.url}/order/${id}/events`, credential);
    await expect.poll(() => statesOf(reader), soon).toEqual(['RUNNING']);
    if (kind === 'key') await call(swath.url, 'DELETE', `${keysPath}/id/${key.id}`, { token });
    else await call(swath.url, 'POST', '/oauth/revoke', { json: { token } });
    await swath.deliver(await swath.claim(id));
    await reader.ended;
    expect(statesOf(reader)).toEqual(['RUNNING']);
  });

  test('429 beyond 20 streams of an account, until one is left; others are not concerned', async () => {
    const { id } = await swath.order();
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(id)));
    expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await call(swath.url, 'GET', `/order/${id}/events`, { token: swath.token });
    expect([refused.status, refused.json()['code'], refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '5',
    ]);
    expect((await call(swath.url, 'HEAD', `/order/${id}/events`, { token: swath.token })).status).toBe(200);
    const token = await strangerTo(swath);
    const { id: foreign } = (
      await swath.ask('POST', '/order', { token, json: { acquisitions: [acquisitions.fit], bucket: 'managed' } })
    ).json<{ id: string }>();
    const other = await follow(foreign, {}, token);
    expect(other.status).toBe(200);
    other.leave();
    readers[0]!.leave();
    await expect
      .poll(async () => {
        const next = await follow(id);
        next.leave();
        return next.status;
      }, soon)
      .toBe(200);
    for (const reader of readers) reader.leave();
  });
});

describe('a stop of the service', () => {
  test('ends the streams that are open, and does not wait for the orders', async () => {
    const own = await startOrderService();
    const { id } = await own.order();
    const reader = await readEvents(`${own.url}/order/${id}/events`, { authorization: `Bearer ${own.token}` });
    const startedMs = performance.now();
    await own.stop();
    await reader.ended;
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });
});
