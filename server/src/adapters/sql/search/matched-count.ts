import type { MatchedCount } from '../../../catalog/ports.ts';
import type { SearchRequest } from '../../../catalog/search-request.ts';

/** By collections and times, and by nothing that an item would have to be looked at for. */
const asksTimesAlone = ({ ids, area, filter, text }: SearchRequest): boolean =>
  ids === null && area === null && filter === null && text === null;

/** By collections alone. */
export const isUnconditional = (request: SearchRequest): boolean =>
  asksTimesAlone(request) && request.datetime === null;

/**
 * A search of no more items than this is counted, on every page: it costs little, and a rule that asks how the page was
 * found would give another answer in another store. Times alone are counted in an index, without a look at any item.
 */
export const mostCounted = (request: SearchRequest): number => (asksTimesAlone(request) ? 2_500 : 500);

/** Null where nobody asks for a count. */
export const countOf = ({ count }: SearchRequest, atLeast: number, isExact: boolean): MatchedCount | null =>
  count === 'none' ? null : { atLeast, isExact };
