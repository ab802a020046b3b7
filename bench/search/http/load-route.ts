import { rmSync } from 'node:fs';
import { median, quantile } from '../../support/report.ts';
import { type Served, createKey, serve, signIn } from '../../support/serve.ts';
import type { CatalogueFolder } from '../catalogue-folder.ts';
import { bodyOf } from '../kinds/query.ts';
import type { Batch } from '../make-items.ts';
import { queryMix } from '../query-mix.ts';
import { ms } from '../texts.ts';
import { type WritesResult, copyOfCatalogue, fullBatches, itemsARound, paced, spanOfTurn } from '../writes.ts';

const idleMs = 4_000;

/** The same over HTTP: bulk loads by POST while searches are asked for, against the searches alone. */
export async function measureHttpWrites(folder: CatalogueFolder, rounds: number): Promise<WritesResult> {
  const served = await serve({ SWATH_DATA: copyOfCatalogue(folder) });
  try {
    return await inTurns(served, folder.items, rounds);
  } catch (error) {
    rmSync(served.dataFolder, { recursive: true, force: true });
    throw error;
  } finally {
    await served.stop();
  }
}

async function inTurns(served: Served, items: number, rounds: number): Promise<WritesResult> {
  const token = await signIn(served);
  const key = await createKey(served, token);
  const searches = queryMix(500, items, 6).map((query) => {
    const body = JSON.stringify(bodyOf(query, 10));
    return () => post(`${served.url}/search`, { 'vendor-api-key': key, 'content-type': 'application/json' }, body);
  });
  const authorization = { authorization: `Bearer ${token}`, 'content-type': 'application/geo+json' };
  // Made before anything is timed.
  const turns = Array.from({ length: 2 * rounds + 1 }, (_, turn) => fullBatches(items + turn * spanOfTurn));
  const load = async (turn: number) => {
    for (const batch of turns[turn]!) await loadByPost(served, authorization, batch);
  };
  const cpuOf = async (work: () => Promise<void>) => {
    const before = await served.cpuSeconds();
    await work();
    return (await served.cpuSeconds()) - before;
  };
  const [idle, busy]: [number[], number[]] = [[], []];
  const [alone, together]: [number[], number[]] = [[], []];
  await paced(searches, idleMs, () => load(2 * rounds));
  for (let round = 0; round < rounds; round++) {
    alone.push(await cpuOf(() => load(2 * round)));
    idle.push(quantile(await paced(searches, idleMs, async () => {}), 0.99));
    together.push(
      await cpuOf(async () => {
        busy.push(quantile(await paced(searches, 0, () => load(2 * round + 1)), 0.99));
      }),
    );
    console.error(`round ${round + 1}, HTTP: p99 ${ms(idle.at(-1)!)} ms idle, ${ms(busy.at(-1)!)} ms during loads`);
  }
  return {
    items,
    itemsPerCpuSecond: itemsARound / median(alone),
    itemsPerCpuSecondWithSearches: itemsARound / median(together),
    idleP99Ms: median(idle),
    busyP99Ms: median(busy),
    ratio: median(idle.map((quiet, round) => busy[round]! / quiet)),
  };
}

async function loadByPost({ url }: Served, headers: Record<string, string>, batch: Batch): Promise<void> {
  await post(`${url}/collections/${batch.collection}/items`, headers, batch.bytes, 201);
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  expected = 200,
): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body: body as RequestInit['body'] });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== expected)
    throw new Error(`${url} answered ${answer.status}: ${Buffer.from(bytes).toString().slice(0, 500)}`);
}
