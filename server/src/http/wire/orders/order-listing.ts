import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { refuse } from '../../../catalog/refuse.ts';
import type { OrderListing } from '../../../orders/ports.ts';
import { isLongId } from '../../../shared/long-id.ts';
import { readPeriod } from '../parts/period-request.ts';
import { toPageRequest } from '../parts/page-request.ts';
import { single } from '../parts/single-parameter.ts';

/** Public clients send every parameter, the unset ones empty. */
export function readOrderListing(query: QueryParameters): OrderListing {
  const { limit } = toPageRequest({ limit: single(query, 'limit') ?? '' });
  const [startingAfter, endingBefore] = [orderIdOf(query, 'starting_after'), orderIdOf(query, 'ending_before')];
  if (startingAfter !== null && endingBefore !== null)
    refuse('starting_after', "and 'ending_before' exclude each other: give one");
  return { limit, startingAfter, endingBefore, ...readPeriod(query), filter: filterOf(single(query, 'filter')) };
}

function orderIdOf(query: QueryParameters, name: string): string | null {
  const id = single(query, name);
  return id === null || isLongId(id) ? id : refuse(name, 'must be the ID of an order');
}

const longestFilter = 1_000;
const mostLevels = 10;

/** `metadata.customer:abc`; the text behind the first colon may hold more of them. */
function filterOf(text: string | null): OrderListing['filter'] {
  if (text === null) return null;
  const colon = text.indexOf(':');
  const path = text.slice(0, Math.max(0, colon)).split('.');
  if (colon < 1 || path.includes('')) refuse('filter', "must be like 'metadata.customer:text'");
  if (text.length > longestFilter || path.length > mostLevels)
    refuse('filter', `must have at most ${longestFilter} characters and ${mostLevels} levels`);
  return { path: withinOrder(path), contains: text.slice(colon + 1) };
}

/** Some members stand in the record's `order`, and are found with and without it. */
const withinOrder = (path: readonly string[]): readonly string[] =>
  path[0] === 'order' && path.length > 1 ? path.slice(1) : path;
