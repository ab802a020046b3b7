import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, askJson } from '../support/bench.ts';
import { pacedSearches } from '../support/paced-searches.ts';
import { type Line, median, quantile } from '../support/report.ts';

const searches = 1_000;
/** Prefixes of their own, so that each order is cut and written anew. */
let orders = 0;

type Scene = { readonly id: string; readonly properties: { readonly catalog_id?: string } };
type Scenes = { readonly features: readonly Scene[] };

const enough = (count: number): boolean => count >= searches;

/** Searches at an even pace, alone and while orders of the whole demo archive are cut, in turns. */
export async function whileOrdersRun(bench: Bench, rounds: number): Promise<readonly Line[]> {
  const { served, headers, items } = bench;
  const acquisitions = await demoScenes(bench);
  const searching = pacedSearches(bench);
  const place = async () => {
    const body = { acquisitions, bucket: 'demo', prefix: `bench-${orders++}`, settings: { grid: 'cell' } };
    return (await askJson<{ readonly id: string }>(bench, '/order', body)).id;
  };
  const isRunning = async (id: string) =>
    (await askJson<{ readonly state: string }>(bench, `/order/${id}`)).state === 'RUNNING';

  await searching(enough);
  const pairs: { readonly idle: number; readonly busy: number; readonly medians: number; readonly cores: number }[] =
    [];
  for (let round = 0; round < rounds; round++) {
    const idleWaits = await searching(enough);
    const running = await Promise.all([place(), place(), place(), place()]);
    // Once the threads have begun.
    await wait(2_000);
    const [cpuBefore, start] = [await served.cpuSeconds(), performance.now()];
    const busyWaits = await searching(enough);
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
async function demoScenes(bench: Bench): Promise<readonly string[]> {
  const body = { collections: ['demo-visual', 'demo-multispectral'], limit: 100 };
  for (const untilMs = performance.now() + 120_000; performance.now() < untilMs; await wait(1_000)) {
    const { features } = await askJson<Scenes>(bench, '/search', body).catch(() => ({ features: [] }));
    const ids = features.map(({ id, properties }) => properties.catalog_id ?? id);
    if (ids.length >= 13) return ids;
  }
  throw new Error('the demo archive is not there');
}
