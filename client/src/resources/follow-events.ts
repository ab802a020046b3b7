import { readEvents } from '../event-stream.ts';
import { sleep } from '../patience.ts';
import type { CallOptions, Sender } from '../transport.ts';

const comeBackMs = 1_000;

/** The state now and each change of it, until it has ended; comes back by itself when the stream breaks. */
export async function* followEvents<T>(
  sender: Sender,
  path: string,
  isEnded: (state: T) => boolean,
  options?: CallOptions,
): AsyncGenerator<T> {
  let seen: string | null = null;
  for (;;) {
    const headers = { accept: 'text/event-stream', ...(seen === null ? {} : { 'last-event-id': seen }) };
    const response = await sender.open({ method: 'GET', path, headers, signal: options?.signal });
    // There is nothing more to come.
    if (response.status === 204 || response.body === null) return;
    try {
      for await (const event of readEvents(response.body)) {
        seen = event.id;
        const state = JSON.parse(event.data) as T;
        yield state;
        if (isEnded(state)) return;
      }
    } catch {
      // What broke off is asked for again.
      options?.signal?.throwIfAborted();
    }
    await sleep(comeBackMs, options?.signal);
  }
}
