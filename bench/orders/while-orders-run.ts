import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf } from '../search/kinds/query.ts';
import { queryMix } from '../search/query-mix.ts';
import type { Bench } from '../select/ask.ts';
import { type Line, median, quantile } from '../support/report.ts';

const searches = 1_000;
const betweenSearchesMs = 10;
/** Prefixes of their own, so that each order is cut and written anew. */
let orders = 0;

type Scene = { readonly id: string; readonly properties: { readonly catalog_id?: string } };
type Json = Readonly<Record<string, unknown>>;

/** Searches at an even pace, alone and while orders of the whole demo archive are cut, in turns. */
export async function whileOrdersRun(bench: Bench, rounds: number): Promise<readonly Line[]> {
  const { served, headers, items } = bench;
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Json> => {
    const answer = await fetch(`${served.url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as Json;
  };
  const acquisitions = await demoScenes(ask);
  const mix = queryMix(300, items, 11).map((query) => bodyOf(query, 10));
  let asked = 0;
  const searching = async () => {
    const waitsMs: number[] = [];
    while (waitsMs.length < searches) {
      const start = performance.now();
      await ask('POST', '/search', mix[asked++ % mix.length]);
      waitsMs.push(performance.now() - start);
      await wait(betweenSearchesMs);
    }
    return waitsMs;
  };
  const place = async () => {
    const body = { acquisitions, bucket: 'demo', prefix: `bench-${orders++}`, settings: { grid: 'cell' } };
    return String((await ask('POST', '/order', body))['id']);
  };
  const isRunning = async (id: string) => (await ask('GET', `/order/${id}`))['state'] === 'RUNNING';

  await searching();
  const pairs: { readonly idle: number; readonly busy: number; readonly medians: number; readonly cores: number }[] =
    [];
  for (let round = 0; round < rounds; round++) {
    const idleWaits = await searching();
    const running = await Promise.all([place(), place(), place(), place()]);
    // Once the threads have begun.
    await wait(2_000);
    const [cpuBefore, start] = [await served.cpuSeconds(), performance.now()];
    const busyWaits = await searching();
    const cores = ((await served.cpuSeconds()) - cpuBefore) / ((performance.now() - start) / 1_000);
    const left = await Promise.all(running.map(isRunning));
    if (!left.some(Boolean)) throw new Error('the orders ended before the searches: order more');
    await Promise.all(running.map((id) => fetch(`${served.url}/order/${id}/cancel`, { method: 'POST', headers })));
    await wait(2_000);
    const [idle, busy] = [quantile(idleWaits, 0.99), quantile(busyWaits, 0.99)];
    pairs.push({ idle, busy, medians: median(busyWaits) / median(idleWaits), cores });
  }
  const ratio = median(pairs.map(({ idle, busy }) => busy / idle));
  const [idle, busy] = [median(pairs.map((pair) => pair.idle)), median(pairs.map((pair) => pair.busy))];
  const cores = median(pairs.map((pair) => pair.cores));
  const medians = median(pairs.map((pair) => pair.medians));
  return [
    {
      what: `p99 of /search over ${items} items while orders are cut`,
      measured: `${ratio.toFixed(2)} times (${busy.toFixed(1)} and ${idle.toFixed(1)} ms; medians ${medians.toFixed(2)} times)`,
      bound: 'at most 3 times',
      isHeld: ratio <= 3,
    },
    {
      what: 'processors that the service uses meanwhile',
      measured: cores.toFixed(2),
      bound: 'at least 1.6',
      isHeld: cores >= 1.6,
    },
  ];
}

/** The acquisitions of the demo archive, once it is made. */
async function demoScenes(ask: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Json>) {
  for (const untilMs = performance.now() + 120_000; performance.now() < untilMs; await wait(1_000)) {
    const { features } = await ask('POST', '/search', {
      collections: ['demo-visual', 'demo-multispectral'],
      limit: 100,
    }).catch(() => ({ features: [] }));
    const ids = (features as readonly Scene[]).map(({ id, properties }) => properties.catalog_id ?? id);
    if (ids.length >= 13) return ids;
  }
  throw new Error('the demo archive is not there');
}
