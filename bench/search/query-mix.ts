import { createRandom } from '../../tests/support/seeded-random.ts';
import { kinds, queriesOf } from './kinds.ts';
import type { Search } from './kinds/query.ts';

/** As many of every page kind, shuffled: what a server with many users is asked. */
export function queryMix(count: number, items: number, seed: number): readonly Search[] {
  const mixed = kinds.filter(({ isInMix }) => isInMix);
  const each = Math.ceil(count / mixed.length);
  const queries = mixed.flatMap((kind) => queriesOf(kind, each, items, seed));
  const random = createRandom(seed);
  const searches = queries.filter((query) => query.ask === 'search');
  return searches
    .map((query) => ({ query, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ query }) => query);
}
