import type { Filter } from '../filter.ts';
import { type ParseOptions, checkBounds, defaultBounds } from '../filter-bounds.ts';
import { readAs } from './read-cql2-json.ts';

export { toCql2Json } from './print-cql2-json.ts';

/** Reads CQL2-JSON from parsed JSON; throws a `FilterError` with the JSON Pointer of the member that is wrong. */
export function parseCql2Json(json: unknown, options: ParseOptions = {}): Filter {
  const bounds = options.bounds ?? defaultBounds;
  const filter = readAs({ options, bounds, nodes: 0 }, 'condition', json, '', 1) as Filter;
  checkBounds(filter, bounds);
  return filter;
}
