import { describe, expect, test } from 'vitest';
import { ConnectionError, createClient } from '@swath/client';
import { type Answer, type Seen, startFakeService } from './fake-service.ts';

const stream = (text: string): Answer => ({ text, headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const event = (word: string) => stream(`retry: 3000\n\nid: ${word}\ndata: {"id":"1","state":"${word}"}\n\n`);

/** What was told, why it ended where that was no proper end, and what was asked for. */
async function followed(answer: (seen: Seen) => Answer) {
  const service = await startFakeService(answer);
  const client = createClient({ url: service.url, apiKey: 'key-value', patience: { attempts: 1 } });
  const told: string[] = [];
  try {
    for await (const { state } of client.orders.follow('1')) told.push(state);
    return { told, reason: null, seen: service.seen };
  } catch (reason) {
    return { told, reason, seen: service.seen };
  } finally {
    await service.stop();
  }
}

// At once: most of their time is waited.
describe.concurrent('following an order', () => {
  test('ends with a reason where a proxy answers with a page of its own', async () => {
    const page: Answer = { text: '<h1>Welcome to the network</h1>', headers: { 'content-type': 'text/html' } };
    const { reason, seen } = await followed(() => page);
    expect(reason).toMatchObject({ code: 'unreadable_answer', status: 200 });
    expect(seen).toHaveLength(1);
  });

  test('ends with a reason where what comes is no JSON', async () => {
    const { reason, seen } = await followed(() => stream('data: hello\n\n'));
    expect(reason).toMatchObject({ code: 'unreadable_answer' });
    expect(seen).toHaveLength(1);
  });

  test('does not ask for ever where the answer ends each time without an event', { timeout: 20_000 }, async () => {
    const { reason, seen } = await followed(() => stream(''));
    expect(reason).toBeInstanceOf(ConnectionError);
    expect(seen).toHaveLength(5);
  });

  test('goes on where a stream ends now and then, and with what was seen', { timeout: 20_000 }, async () => {
    const answers = [stream(''), event('RUNNING'), stream(''), stream(''), stream(''), stream(''), event('SUCCEEDED')];
    const { told, reason, seen } = await followed(() => answers.shift()!);
    expect([told, reason]).toEqual([['RUNNING', 'SUCCEEDED'], null]);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 5 }, () => 'RUNNING'),
    ]);
  });
});
