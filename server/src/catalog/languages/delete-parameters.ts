import { refuse } from '../refuse.ts';
import type { SearchRequest } from '../search-request.ts';
import { type QueryParameters, readSearchQuery } from './search-parameters.ts';

const conditions = new Set(['ids', 'bbox', 'intersects', 'datetime', 'q', 'filter', 'filter-lang', 'filter-crs']);

const hasOuterBlanks = (list: string): boolean => list.split(',').some((id) => id !== id.trim());

/** What is to be deleted, as a search. Stricter than a search: what is left out or empty must not widen it. */
export function readDeleteQuery({ all, ...query }: QueryParameters): SearchRequest {
  for (const [name, value] of Object.entries(query)) {
    if (!conditions.has(name)) refuse(name, 'is not a parameter of this path');
    if ([value].flat().some((text) => text!.trim() === '')) refuse(name, 'must not be empty here');
  }
  if (all !== undefined && all !== 'true' && all !== 'false') refuse('all', "must be 'true' or 'false'");
  const request = readSearchQuery(query);
  if (query['ids'] !== undefined && request.ids === null) refuse('ids', 'must not be empty here');
  // A search leaves blanks out of its list: here another item would go.
  if ([query['ids'] ?? []].flat().some(hasOuterBlanks))
    refuse('ids', "must have no blanks around an id here; 'filter' names an item whose id has them");
  if (query['q'] !== undefined && request.text === null) refuse('q', 'must not be empty here');
  const isNarrowed = [request.ids, request.area, request.datetime, request.filter, request.text].some(
    (one) => one !== null,
  );
  if (all === 'true' && isNarrowed) refuse('all', 'cannot be used with a condition');
  if (all !== 'true' && !isNarrowed)
    refuse('filter', "or 'bbox', 'intersects', 'datetime', 'q' or 'ids' is required; 'all=true' deletes every item");
  return request;
}
