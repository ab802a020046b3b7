import { createRandom } from '../../tests/support/seeded-random.ts';
import { placeByHub } from '../search/items/places.ts';
import { bodyOf } from '../search/kinds/query.ts';
import { queryMix } from '../search/query-mix.ts';
import { flood, requestBytes } from '../support/flood.ts';
import { type Line, median, quantile } from '../support/report.ts';
import { type Bench, aoiQuery, squareAround } from './ask.ts';

const rounds = 5;
const selects = 100;
const searches = 600;

/** Searches from two clients, alone and while a hundred selects are under way, in turns. */
export async function crowdOfSelects({ served, headers, items }: Bench): Promise<readonly Line[]> {
  const mix = queryMix(300, items, 11).map((query) =>
    requestBytes(served.url, { method: 'POST', path: '/search', headers, body: JSON.stringify(bodyOf(query, 10)) }),
  );
  const searching = async () => (await flood({ url: served.url, requests: mix, clients: 2, count: searches })).waitsMs;
  const random = createRandom(9);
  const areas = Array.from({ length: selects }, () => squareAround(placeByHub(random), 2_500));
  const select = (bbox: readonly number[]) =>
    fetch(`${served.url}/select`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ bbox, query: aoiQuery }),
    }).then(async (answer) => {
      await answer.text();
      return answer.status;
    });
  await searching();
  const idle: number[] = [];
  const crowded: number[] = [];
  let seconds = 0;
  for (let round = 0; round < rounds; round++) {
    idle.push(quantile(await searching(), 0.99));
    const start = performance.now();
    const selecting = { isOver: false };
    const all = Promise.all(areas.map(select)).finally(() => (selecting.isOver = true));
    const waits: number[] = [];
    // Only what was asked while selects were under way counts.
    while (!selecting.isOver)
      waits.push(...(await flood({ url: served.url, requests: mix, clients: 2, count: 40 })).waitsMs);
    const statuses = await all;
    seconds = (performance.now() - start) / 1_000;
    if (statuses.some((status) => status !== 200)) throw new Error(`selects answered ${statuses.join()}`);
    crowded.push(quantile(waits, 0.99));
  }
  const ratio = median(crowded.map((wait, round) => wait / idle[round]!));
  return [
    {
      what: `p99 of /search while ${selects} selects over 2,500 km2 are under way (${seconds.toFixed(1)} s)`,
      measured: `${ratio.toFixed(2)} times (${median(crowded).toFixed(1)} and ${median(idle).toFixed(1)} ms)`,
      bound: 'at most 2 times',
      isHeld: ratio <= 2,
    },
  ];
}
