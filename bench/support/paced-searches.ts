import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf } from '../search/kinds/query.ts';
import { queryMix } from '../search/query-mix.ts';
import { type Bench, askJson } from './bench.ts';

/** Searches come in such a pace, not as fast as answers do: a machine that is full of them would tell of nothing else. */
const betweenSearchesMs = 10;

/** Searches one after another until that many were enough; how long each one waited. */
export type PacedSearches = (isOver: (count: number) => boolean) => Promise<readonly number[]>;

/** Each run goes on in the mix where the one before it ended. */
export function pacedSearches(bench: Bench): PacedSearches {
  const mix = queryMix(300, bench.items, 11).map((query) => bodyOf(query, 10));
  let asked = 0;
  return async (isOver) => {
    const waitsMs: number[] = [];
    while (!isOver(waitsMs.length)) {
      const start = performance.now();
      await askJson(bench, '/search', mix[asked++ % mix.length]);
      waitsMs.push(performance.now() - start);
      await wait(betweenSearchesMs);
    }
    return waitsMs;
  };
}
