import { namesText } from '../catalog/collection-names.ts';
import { filterOf } from './filter-of.ts';
import { intervalOf } from './period.ts';
import type { ExploreState } from './state.ts';

/** What other pages begin with: the same search in the words that all of them read. */
export function handOver(path: string, state: ExploreState, more: Readonly<Record<string, string>> = {}): string {
  const filter = filterOf(state.conditions);
  const given: Readonly<Record<string, string>> = {
    ...more,
    q: state.q.trim(),
    collections: namesText(state.collections),
    datetime: intervalOf(state.period) ?? '',
    filter: filter === undefined ? '' : JSON.stringify(filter),
    aoi: state.aoi,
  };
  const address = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return address.size === 0 ? path : `${path}?${address.toString()}`;
}
