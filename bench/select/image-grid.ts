import { createRandom } from '../../tests/support/seeded-random.ts';
import { placeByHub } from '../search/items/places.ts';
import type { Bench } from '../support/bench.ts';
import { flood, requestBytes } from '../support/flood.ts';
import { type Line, median } from '../support/report.ts';
import { squareAround } from './ask.ts';

const rounds = 7;
const queries = 200;

/** Searches for tiles against the searches for items that feed them, in turns. */
export async function imageGrid(bench: Bench): Promise<readonly Line[]> {
  const { served, headers } = bench;
  const random = createRandom(6);
  const bodies = Array.from({ length: queries }, () => ({ bbox: squareAround(placeByHub(random), 2_000), limit: 10 }));
  const requestsTo = (path: string) =>
    bodies.map((body) => requestBytes(served.url, { method: 'POST', path, headers, body: JSON.stringify(body) }));
  const cpuOf = async (requests: readonly Uint8Array[]) => {
    const before = await served.cpuSeconds();
    await flood({ url: served.url, requests, clients: 4, count: 2 * queries });
    return ((await served.cpuSeconds()) - before) / (2 * queries);
  };
  const [tiles, items] = [requestsTo('/services/imagegrid/search'), requestsTo('/search')];
  await cpuOf(tiles);
  await cpuOf(items);
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await cpuOf(tiles), await cpuOf(items)]);
  const ratio = median(pairs.map(([ofTiles, ofItems]) => ofTiles / ofItems));
  const [ofTiles, ofItems] = [0, 1].map((which) => median(pairs.map((pair) => pair[which]!)) * 1_000);
  return [
    {
      what: 'CPU of an image-grid search against the item search, limit 10 each',
      measured: `${ratio.toFixed(1)} times (${ofTiles!.toFixed(2)} and ${ofItems!.toFixed(2)} ms)`,
      bound: 'at most 5 times',
      isHeld: ratio <= 5,
    },
  ];
}
