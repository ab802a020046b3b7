import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../tests/support/seeded-random.ts';
import { hubs } from '../search/items/places.ts';
import { type Bench, askJson } from '../support/bench.ts';
import { pacedSearches } from '../support/paced-searches.ts';
import { type Line, median, quantile } from '../support/report.ts';
import { aoiQuery, squareAround } from './ask.ts';

const rounds = 5;
const selects = 100;
const searches = 500;
const sqkm = 900;

type Select = { readonly id: string; readonly status: string };

const enough = (count: number): boolean => count >= searches;

/** Searches at an even pace, alone and while a hundred selects are under way, in turns. */
export async function crowdOfSelects(bench: Bench): Promise<readonly Line[]> {
  const searching = pacedSearches(bench);
  const random = createRandom(9);
  const areas = Array.from({ length: selects }, () => squareAround(random.pick(hubs.slice(8)), sqkm));
  const select = async (bbox: readonly number[]) => {
    let { id, status } = await askJson<Select>(bench, '/select', {
      bbox,
      datetime: '2022-04/2022-09',
      query: aoiQuery,
    });
    while (status === 'RUNNING') {
      await wait(500);
      ({ status } = await askJson<Select>(bench, `/select/${id}`));
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
