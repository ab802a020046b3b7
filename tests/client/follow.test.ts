import { afterEach, describe, expect, test } from 'vitest';
import { ConnectionError, createClient } from '@swath/client';
import { type Answer, type FakeService, type Seen, startFakeService } from './fake-service.ts';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const stream = (text: string): Answer => ({ text, headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const event = (word: string) => stream(`retry: 3000\n\nid: ${word}\ndata: {"id":"1","state":"${word}"}\n\n`);

async function followed(answer: (seen: Seen) => Answer): Promise<string[]> {
  service = await startFakeService(answer);
  const client = createClient({ url: service.url, apiKey: 'key-value', patience: { attempts: 1 } });
  const told: string[] = [];
  for await (const { state } of client.orders.follow('1')) told.push(state);
  return told;
}

describe('following an order', () => {
  test('ends with a reason where a proxy answers with a page of its own', async () => {
    const page: Answer = { text: '<h1>Welcome to the network</h1>', headers: { 'content-type': 'text/html' } };
    await expect(followed(() => page)).rejects.toMatchObject({ code: 'unreadable_answer', status: 200 });
    expect(service!.seen).toHaveLength(1);
  });

  test('ends with a reason where what comes is no JSON', async () => {
    await expect(followed(() => stream('data: hello\n\n'))).rejects.toMatchObject({ code: 'unreadable_answer' });
    expect(service!.seen).toHaveLength(1);
  });

  test('does not ask for ever where the answer ends each time without an event', { timeout: 20_000 }, async () => {
    await expect(followed(() => stream(''))).rejects.toBeInstanceOf(ConnectionError);
    expect(service!.seen).toHaveLength(5);
  });

  test('goes on where a stream ends now and then, and with what was seen', { timeout: 20_000 }, async () => {
    const answers = [stream(''), event('RUNNING'), stream(''), stream(''), stream(''), stream(''), event('SUCCEEDED')];
    expect(await followed(() => answers.shift()!)).toEqual(['RUNNING', 'SUCCEEDED']);
    expect(service!.seen.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 5 }, () => 'RUNNING'),
    ]);
  });
});
