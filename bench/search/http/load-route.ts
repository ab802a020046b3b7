import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { flood, requestBytes } from '../../support/flood.ts';
import { type Served, createKey, serve, signIn } from '../../support/serve.ts';
import { type WritesResult, type WritingWay, takeTurns } from '../bulk-turns.ts';
import type { CatalogueFolder } from '../catalogue-folder.ts';
import { bodyOf } from '../kinds/query.ts';
import { queryMix } from '../query-mix.ts';
import { copyOfCatalogue } from '../writes.ts';
import { type Asking, askBeside } from './ask-beside.ts';

/** So many searches are asked before anything is measured: what they run is compiled then. */
const warmUps = 10_000;
const clients = 12;

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
    const result = await takeTurns(way, folder.items, rounds).finally(way.close);
    const after = served.residentMb();
    return { ...result, resident: before && after && { before: before.now, most: after.most } };
  } catch (error) {
    rmSync(served.dataFolder, { recursive: true, force: true });
    throw error;
  } finally {
    await served.stop();
  }
}

async function wayOverHttp(served: Served, items: number): Promise<WritingWay & Pick<Asking, 'close'>> {
  const token = await signIn(served);
  const key = await createKey(served, token);
  const authorization = { authorization: `Bearer ${token}`, 'content-type': 'application/geo+json' };
  const requests = queryMix(500, items, 6).map((query) => {
    const body = JSON.stringify(bodyOf(query, 10));
    return requestBytes(served.url, { method: 'POST', path: '/search', headers: { 'vendor-api-key': key }, body });
  });
  await flood({ url: served.url, requests, clients, count: warmUps });
  return {
    name: 'HTTP',
    ...askBeside(served.url, requests),
    load: ({ collection, bytes }) => send(`${served.url}/collections/${collection}/items`, authorization, bytes),
    cpuSeconds: served.cpuSeconds,
  };
}

/** As it lies there: `fetch` copies a body first, and the searches that are asked from here would wait for that. */
async function send(url: string, headers: Record<string, string>, body: Uint8Array): Promise<void> {
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const report = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`${url} answered ${answer.statusCode}: ${report.slice(0, 500)}`);
}
