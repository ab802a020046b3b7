import type { SearchRequest } from '@swath/client';
import { areaMembers } from '../aoi/area.ts';
import { parseArea } from '../aoi/parse-area.ts';
import { filterOf } from './filter-of.ts';
import { intervalOf } from './period.ts';
import type { ExploreState, Sort } from './state.ts';

/** The conditions of a search, without what is of its pages. */
export type SearchConditions = Omit<SearchRequest, 'limit' | 'token' | 'fields' | 'sortby' | 'ids'>;

/** Throws an `AreaProblem` when the area of the address is none. */
export function conditionsOf(state: Omit<ExploreState, 'sort'>): SearchConditions {
  const filter = filterOf(state.conditions);
  const datetime = intervalOf(state.period);
  const q = state.q.trim();
  return {
    ...(state.collections.length === 0 ? {} : { collections: state.collections }),
    ...(datetime === undefined ? {} : { datetime }),
    ...(q === '' ? {} : { q }),
    ...(state.aoi === '' ? {} : (areaMembers(parseArea(state.aoi)) as Pick<SearchRequest, 'bbox' | 'intersects'>)),
    ...(filter === undefined ? {} : { filter, 'filter-lang': 'cql2-json' as const }),
  };
}

const orders: Readonly<Record<Sort, NonNullable<SearchRequest['sortby']>>> = {
  newest: [{ field: 'datetime', direction: 'desc' }],
  oldest: [{ field: 'datetime', direction: 'asc' }],
  clearest: [
    { field: 'eo:cloud_cover', direction: 'asc' },
    { field: 'datetime', direction: 'desc' },
  ],
};

/** Newest first is the service's own order. */
export const searchOf = (state: ExploreState): SearchRequest => ({
  ...conditionsOf(state),
  ...(state.sort === 'newest' ? {} : { sortby: orders[state.sort] }),
});
