import { ConnectionError } from '../errors.ts';
import { type ServerEvent, readEvents } from '../event-stream.ts';
import { sleep } from '../patience.ts';
import { unreadable } from '../read-answer.ts';
import type { CallOptions, Sender } from '../transport.ts';

const comeBackMs = 1_000;
/** The service keeps a stream open for minutes; a proxy that does not let events through ends it at once, every time. */
const [shortMs, mostShort] = [5_000, 5];

/** The state now and each change of it, until it has ended; comes back by itself when the stream breaks. */
export async function* followEvents<T>(
  sender: Sender,
  path: string,
  isEnded: (state: T) => boolean,
  options?: CallOptions,
): AsyncGenerator<T> {
  let seen: string | null = null;
  let short = 0;
  for (;;) {
    const headers = { accept: 'text/event-stream', ...(seen === null ? {} : { 'last-event-id': seen }) };
    const response = await sender.open({ method: 'GET', path, headers, signal: options?.signal });
    // There is nothing more to come.
    if (response.status === 204 || response.body === null) return;
    const openedMs = Date.now();
    let isEmpty = true;
    try {
      for await (const event of readEvents(await streamOf(response))) {
        isEmpty = false;
        seen = event.id;
        const state = stateOf(event, response) as T;
        yield state;
        if (isEnded(state)) return;
      }
    } catch (error) {
      options?.signal?.throwIfAborted();
      // What broke off is asked for again.
      if (!(error instanceof ConnectionError)) throw error;
    }
    short = isEmpty && Date.now() - openedMs < shortMs ? short + 1 : 0;
    if (short === mostShort) throw new ConnectionError('The stream of events ends at once, without an event');
    await sleep(comeBackMs, options?.signal);
  }
}

/** The body, which no proxy has put a page of its own in the place of. */
async function streamOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body!;
  await response.body!.cancel();
  throw unreadable(response, 'it is no stream of events');
}

function stateOf({ data }: ServerEvent, response: Response): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw unreadable(response, 'an event is not JSON');
  }
}
