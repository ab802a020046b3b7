import { expect, test } from 'vitest';
import { type ServerEvent, readEvents } from '../../client/src/event-stream.ts';

const text =
  ': hello\nretry: 3000\n\nid: 1\ndata: {"a":"ü"}\n\n: still here\n\nid: 2\r\ndata: one\r\ndata: two\r\n\r\nid: 3\ndata: cut';

async function eventsOf(chunks: readonly Uint8Array[]): Promise<readonly ServerEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test('events come whole, however the bytes come; comments and what was cut off are none', async () => {
  const bytes = new TextEncoder().encode(text);
  const expected = [
    { id: '1', data: '{"a":"ü"}' },
    { id: '2', data: 'one\ntwo' },
  ];
  expect(await eventsOf([bytes])).toEqual(expected);
  expect(await eventsOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('whoever stops reading ends the stream', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => void (isCancelled = true),
  });
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('x');
    break;
  }
  expect(isCancelled).toBe(true);
});
