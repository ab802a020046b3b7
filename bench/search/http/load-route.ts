import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { requestBytes } from '../../support/flood.ts';
import { type Client, askWith, httpClient } from '../../support/http-client.ts';
import { type Served, createKey, serve, signIn } from '../../support/serve.ts';
import { type WritesResult, type WritingWay, takeTurns } from '../bulk-turns.ts';
import type { CatalogueFolder } from '../catalogue-folder.ts';
import { bodyOf } from '../kinds/query.ts';
import { queryMix } from '../query-mix.ts';
import { copyOfCatalogue } from '../writes.ts';

/** In MB, before the first load and at most until the last; null where the system does not tell. */
export type Resident = { readonly before: number; readonly most: number } | null;

/** The same over HTTP: bulk loads by POST while searches are asked for, against the searches alone. */
export async function measureHttpWrites(
  folder: CatalogueFolder,
  rounds: number,
): Promise<WritesResult & { readonly resident: Resident }> {
  const served = await serve({ SWATH_DATA: copyOfCatalogue(folder) });
  try {
    const way = await wayOverHttp(served, folder.items);
    const before = served.residentMb();
    const result = await takeTurns(way, folder.items, rounds);
    const after = served.residentMb();
    return { ...result, resident: before && after && { before: before.now, most: after.most } };
  } catch (error) {
    rmSync(served.dataFolder, { recursive: true, force: true });
    throw error;
  } finally {
    await served.stop();
  }
}

async function wayOverHttp(served: Served, items: number): Promise<WritingWay> {
  const token = await signIn(served);
  const key = await createKey(served, token);
  const authorization = { authorization: `Bearer ${token}`, 'content-type': 'application/geo+json' };
  const ask = askers(served.url);
  return {
    name: 'HTTP',
    searches: queryMix(500, items, 6).map((query) => {
      const body = JSON.stringify(bodyOf(query, 10));
      const request = requestBytes(served.url, {
        method: 'POST',
        path: '/search',
        headers: { 'vendor-api-key': key },
        body,
      });
      return () => ask(request);
    }),
    load: ({ collection, bytes }) => send(`${served.url}/collections/${collection}/items`, authorization, bytes),
    cpuSeconds: served.cpuSeconds,
  };
}

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

/** As it lies there: `fetch` copies a body first, and the searches that are asked from here would wait for that. */
async function send(url: string, headers: Record<string, string>, body: Uint8Array): Promise<void> {
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const report = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`${url} answered ${answer.statusCode}: ${report.slice(0, 500)}`);
}
