import { on } from 'node:events';
import { setPriority } from 'node:os';
import { type Client, askWith, httpClient } from '../../support/http-client.ts';
import { paced } from '../paced.ts';

/** The service closes connections that nobody uses. */
const freshMs = 1_000;

/** By as few connections as are needed. `fetch` let searches wait for its own collections of garbage, longer than for answers. */
function askers(url: string): (request: Uint8Array) => Promise<void> {
  const free: { readonly client: Client; readonly usedAtMs: number }[] = [];
  const take = (): Promise<Client> | Client => {
    for (let last = free.pop(); last !== undefined; last = free.pop()) {
      if (performance.now() - last.usedAtMs < freshMs) return last.client;
      last.client.close();
    }
    return httpClient(url);
  };
  return async (request) => {
    const client = await take();
    await askWith(client, request);
    free.push({ client, usedAtMs: performance.now() });
  };
}

/** Who asks is elsewhere: what is measured here is not how long this process waits for a processor. */
const first = -10;

function goFirst(): void {
  try {
    setPriority(first);
  } catch {
    console.error('searches are asked at the usual priority: only root may raise it');
  }
}

type ToAsk = { readonly url: string; readonly requests: readonly Uint8Array[] };

const messages = on(process, 'message');
const nextMessage = async <T>(): Promise<T> => ((await messages.next()).value as [T])[0];

goFirst();
const { url, requests } = await nextMessage<ToAsk>();
const ask = askers(url);
const searches = requests.map((request) => () => ask(request));
process.once('disconnect', () => process.exit());
for (;;) {
  const { leastMs } = await nextMessage<{ readonly leastMs: number }>();
  process.send!(await paced(searches, leastMs, () => nextMessage()));
}
