import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../tests/support/seeded-random.ts';
import { hubs } from '../search/items/places.ts';
import { bodyOf } from '../search/kinds/query.ts';
import { queryMix } from '../search/query-mix.ts';
import { type Line, median, quantile } from '../support/report.ts';
import { type Bench, aoiQuery, squareAround } from './ask.ts';

const rounds = 5;
const selects = 100;
const searches = 500;
const sqkm = 900;
/** Searches come in such a pace, not as fast as answers do: a machine that is full of them would tell nothing of selects. */
const betweenSearchesMs = 10;

const enough = (count: number): boolean => count >= searches;

/** Searches at an even pace, alone and while a hundred selects are under way, in turns. */
export async function crowdOfSelects({ served, headers, items }: Bench): Promise<readonly Line[]> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as { readonly id: string; readonly status: string };
  };
  const mix = queryMix(300, items, 11).map((query) => bodyOf(query, 10));
  let asked = 0;
  const searching = async (isOver: (count: number) => boolean) => {
    const waitsMs: number[] = [];
    while (!isOver(waitsMs.length)) {
      const start = performance.now();
      await post('/search', mix[asked++ % mix.length]);
      waitsMs.push(performance.now() - start);
      await wait(betweenSearchesMs);
    }
    return waitsMs;
  };
  const random = createRandom(9);
  const areas = Array.from({ length: selects }, () => squareAround(random.pick(hubs.slice(8)), sqkm));
  const select = async (bbox: readonly number[]) => {
    let { id, status } = await post('/select', { bbox, datetime: '2022-04/2022-09', query: aoiQuery });
    while (status === 'RUNNING') {
      await wait(500);
      const answer = await fetch(`${served.url}/select/${id}`, { headers });
      ({ status } = (await answer.json()) as { status: string });
    }
    if (status !== 'SUCCEEDED') throw new Error(`select ${id} ended as ${status}`);
  };

  await searching(enough);
  const pairs: { readonly idle: number; readonly crowded: number; readonly seconds: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const idle = quantile(await searching(enough), 0.99);
    const under = { isOver: false };
    const start = performance.now();
    const all = Promise.all(areas.map(select)).finally(() => (under.isOver = true));
    // Both are awaited together: a select that fails ends the run.
    const [waits] = await Promise.all([searching(() => under.isOver), all]);
    pairs.push({ idle, crowded: quantile(waits, 0.99), seconds: (performance.now() - start) / 1_000 });
  }
  const ratio = median(pairs.map(({ idle, crowded }) => crowded / idle));
  const [crowded, idle] = [median(pairs.map((pair) => pair.crowded)), median(pairs.map((pair) => pair.idle))];
  const seconds = median(pairs.map((pair) => pair.seconds)).toFixed(1);
  return [
    {
      what: `p99 of /search while ${selects} selects over ${sqkm} km2 are under way (${seconds} s)`,
      measured: `${ratio.toFixed(2)} times (${crowded.toFixed(1)} and ${idle.toFixed(1)} ms)`,
      bound: 'at most 2 times',
      isHeld: ratio <= 2,
    },
  ];
}
