import { afterEach, describe, expect, test } from 'vitest';
import { ConnectionError, SwathError, createClient } from '@swath/client';
import { type Answer, type FakeService, type Seen, startFakeService } from './fake-service.ts';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const user = { email: 'ada@example.com' };
const quick = { firstDelayMs: 5 };
const busy = (status: number, seconds = '0'): Answer => ({ status, body: {}, headers: { 'retry-after': seconds } });

/** Answers with these first, then as it should. */
async function clientAfter(first: readonly (Answer | 'hang up')[], then: (seen: Seen) => Answer) {
  const left = [...first];
  service = await startFakeService((seen) => left.shift() ?? then(seen));
  return createClient({ url: service.url, apiKey: 'key-value', patience: quick });
}

const self = (): Answer => ({ body: { user } });
const order = (): Answer => ({ body: { id: '1', state: 'RUNNING', order: {} } });

describe('a call that may pass', () => {
  test.each([
    ['429', busy(429)],
    ['503', busy(503)],
    ['a connection that breaks', 'hang up' as const],
  ])('is sent again after %s', async (_name, answer) => {
    const client = await clientAfter([answer, answer], self);
    expect(await client.self()).toMatchObject(user);
    expect(service!.seen).toHaveLength(3);
  });

  test('waits as long as Retry-After asks for', async () => {
    const client = await clientAfter([busy(429, '1')], self);
    const startedMs = performance.now();
    await client.self();
    expect(performance.now() - startedMs).toBeGreaterThan(990);
  });

  test('fails at once where the service asks for more time than anybody has', async () => {
    const client = await clientAfter([busy(429, '3600')], self);
    await expect(client.self()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    expect(service!.seen).toHaveLength(1);
  });

  test('is given up after four attempts', async () => {
    const client = await clientAfter(
      Array.from({ length: 9 }, () => busy(503)),
      self,
    );
    await expect(client.self()).rejects.toBeInstanceOf(SwathError);
    expect(service!.seen).toHaveLength(4);
  });

  test('ends when its caller does not want it any more', async () => {
    const client = await clientAfter([busy(503, '30')], self);
    const caller = new AbortController();
    const asking = client.self({ signal: caller.signal });
    await expect.poll(() => service!.seen.length).toBe(1);
    caller.abort();
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    expect(service!.seen).toHaveLength(1);
  });
});

describe('a call that could do a thing twice', () => {
  test('is not sent again when nobody knows what became of it', async () => {
    const client = await clientAfter(['hang up'], order);
    await expect(client.keys.create()).rejects.toBeInstanceOf(ConnectionError);
    expect(service!.seen).toHaveLength(1);
  });

  test('an order is: each attempt has the same Idempotency-Key, each order another', async () => {
    const client = await clientAfter(['hang up', busy(503)], order);
    await client.orders.place({ acquisitions: ['a'], bucket: 'demo' });
    await client.orders.place({ acquisitions: ['a'], bucket: 'demo' });
    const keys = service!.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('what is wrong is wrong at the first attempt', async () => {
    const client = await clientAfter([{ status: 400, body: { message: 'no' } }], order);
    await expect(client.orders.place({ acquisitions: [] })).rejects.toMatchObject({ status: 400 });
    expect(service!.seen).toHaveLength(1);
  });
});

const state = (word: string): Answer => ({
  text: `id: ${word}\ndata: {"id":"1","state":"${word}"}\n\n`,
  headers: { 'content-type': 'text/event-stream' },
});
const ended = ({ path }: Seen): Answer =>
  path.endsWith('/events') ? state('SUCCEEDED') : { body: { id: '1', state: 'SUCCEEDED', order: {} } };

describe('waiting for an order', () => {
  test('goes on behind a restart of the service that takes longer than a call is tried', async () => {
    const away = Array.from({ length: 5 }, () => 'hang up' as const);
    const client = await clientAfter([state('RUNNING'), ...away], ended);
    const told: string[] = [];
    const order = await client.orders.wait('1', { onProgress: ({ state: word }) => told.push(word) });
    expect([order.state, told]).toEqual(['SUCCEEDED', ['RUNNING', 'SUCCEEDED']]);
  });

  test('ends where nobody ever answered, and where the order is not there any more', async () => {
    const never = await clientAfter(
      Array.from({ length: 9 }, () => 'hang up' as const),
      ended,
    );
    await expect(never.orders.wait('1')).rejects.toBeInstanceOf(ConnectionError);
    const gone: Answer = { status: 404, body: { message: 'no' } };
    await service!.stop();
    const client = await clientAfter([state('RUNNING'), gone], ended);
    await expect(client.orders.wait('1')).rejects.toMatchObject({ status: 404 });
  });
});

const select = (status: string): Answer => ({ body: { id: '1', status, acquisitions: [] } });

describe('waiting for a select', () => {
  test('goes on behind a restart of the service that takes longer than a call is tried', async () => {
    const away = Array.from({ length: 5 }, () => 'hang up' as const);
    const client = await clientAfter([select('RUNNING'), ...away], () => select('SUCCEEDED'));
    const told: string[] = [];
    const found = await client.selects.wait('1', { onProgress: ({ status }) => told.push(status) });
    expect([found.status, told]).toEqual(['SUCCEEDED', ['RUNNING', 'SUCCEEDED']]);
  });

  test('ends where nobody ever answered, where it is not there any more, and when its caller has gone', async () => {
    const hangUps = Array.from({ length: 9 }, () => 'hang up' as const);
    const never = await clientAfter(hangUps, () => select('SUCCEEDED'));
    await expect(never.selects.wait('1')).rejects.toBeInstanceOf(ConnectionError);
    await service!.stop();
    const gone = await clientAfter([select('RUNNING'), { status: 400, body: {} }], () => select('SUCCEEDED'));
    await expect(gone.selects.wait('1')).rejects.toMatchObject({ status: 400 });
    await service!.stop();
    const caller = new AbortController();
    const left = await clientAfter([select('RUNNING'), ...hangUps], () => select('SUCCEEDED'));
    const waiting = left.selects.wait('1', { signal: caller.signal });
    await expect.poll(() => service!.seen.length).toBeGreaterThan(1);
    caller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
