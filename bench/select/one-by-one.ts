import { type Random, createRandom } from '../../tests/support/seeded-random.ts';
import { type Place, hubs, placeAnywhere, placeByHub, placeOfSurvey } from '../search/items/places.ts';
import type { Bench } from '../support/bench.ts';
import { type Line, median, quantile } from '../support/report.ts';
import { type SelectAnswer, aoiQuery, ask, squareAround } from './ask.ts';

const rounds = 60;
const sizesSqkm = [2_500, 10_000, 40_000];
const towns = hubs.slice(20, 32);
/** In half a year a square of 10,000 km2 has thousands of tiles; in ten years it has a hundred thousand. */
const datetime = '2022-04/2022-09';

/** Selects with nothing beside them, in small and large areas. */
export async function selectsOneByOne(bench: Bench): Promise<readonly Line[]> {
  // A service that runs for a while has compiled what it runs.
  for (let round = 0; round < 3; round++) await smallOnes(bench, placeByHub, { datetime: '2022' });
  return [
    ...(await smallOnes(bench, placeOfSurvey)),
    ...(await smallOnes(bench, placeAnywhere)),
    ...(await smallOnes(bench, placeByHub, { datetime: '2022' })),
    ...(await largeOnes(bench)),
  ];
}

async function smallOnes(bench: Bench, place: (random: Random) => Place, more = {}): Promise<readonly Line[]> {
  const random = createRandom(5);
  const small = [];
  for (let round = 0; round < rounds; round++)
    small.push(
      await ask<SelectAnswer>(bench, '/select', { bbox: squareAround(place(random), 25), query: aoiQuery, ...more }),
    );
  const waits = small.map(({ wallMs }) => wallMs);
  const tiles = small.map(({ answer }) => answer.stack_depth_summary.candidate_tiles);
  const where = { placeOfSurvey: 'where surveys fly', placeAnywhere: 'anywhere', placeByHub: 'by a city, of a year' };
  return [
    {
      what: `select over 25 km2 ${where[place.name as keyof typeof where]}, answered within, p50 (p95)`,
      measured: `${median(waits).toFixed(1)} ms (${quantile(waits, 0.95).toFixed(1)}), ${median(tiles)} candidate tiles (${quantile(tiles, 0.95)})`,
      bound: 'under 20 ms',
      isHeld: median(waits) < 20,
    },
  ];
}

type Large = { readonly sqkm: number; readonly cpuMs: number; readonly tiles: number; readonly cells: number };

async function largeOnes(bench: Bench): Promise<readonly Line[]> {
  const all: Large[] = [];
  for (const town of towns)
    for (const sqkm of sizesSqkm) {
      const { answer, cpuMs } = await ask<SelectAnswer>(bench, '/select', {
        bbox: squareAround(town, sqkm),
        datetime,
        query: aoiQuery,
      });
      const { cells, candidate_tiles: tiles } = answer.stack_depth_summary;
      all.push({ sqkm, cpuMs, tiles, cells });
    }
  const of = (sqkm: number) => all.filter((each) => each.sqkm === sqkm);
  const figures = (large: readonly Large[]) => ({
    cpuMs: median(large.map(({ cpuMs }) => cpuMs)),
    most: Math.max(...large.map(({ cpuMs }) => cpuMs)),
    tiles: median(large.map(({ tiles }) => tiles)),
    usTile: (large.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / large.reduce((sum, { tiles }) => sum + tiles, 0)) * 1e3,
    cells: median(large.map(({ cells }) => cells)),
  });
  const [few, usual, many] = sizesSqkm.map((sqkm) => figures(of(sqkm)));
  return [
    {
      what: `select over 10,000 km2 with AOI-relative fields: ${usual!.cells} cells, ${usual!.tiles} candidate tiles, CPU p50 (most)`,
      measured: `${usual!.cpuMs.toFixed(0)} ms (${usual!.most.toFixed(0)})`,
      bound: 'under 1 s',
      isHeld: usual!.cpuMs < 1_000,
    },
    {
      what: 'CPU a candidate tile at 2,500, 10,000 and 40,000 km2',
      measured: [few, usual, many].map((each) => `${each!.usTile.toFixed(0)} us`).join(', '),
      bound: 'linear: at most 1.3 times',
      isHeld: many!.usTile <= 1.3 * usual!.usTile,
    },
  ];
}
