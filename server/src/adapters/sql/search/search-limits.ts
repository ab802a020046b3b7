import type { SearchRequest } from '../../../catalog/search-request.ts';
import { PlatformError } from '../../../shared/errors.ts';

/** The clear answer to a search that only reading the whole archive could answer. */
export const tooBroad = (mostDocuments: number): PlatformError =>
  new PlatformError(
    'invalid_parameters',
    `the search asks for properties that are not declared, or for words of a catalogue that is still being indexed, and stopped after ${mostDocuments} items: declare them as queryables, or narrow it by area, datetime or collections`,
  );

/** The clear answer to an order that only sorting the whole archive could give. */
export const noIndex = (): PlatformError =>
  new PlatformError(
    'invalid_parameters',
    "'sortby' names an order that has no index: order by one declared property, by datetime, id or collection, or narrow the search",
  );

/**
 * A search of no more items than this is counted, on every page: it costs little, and a rule that asks how the page was
 * found would give another answer in another store. Times alone are counted in an index, without a look at any item.
 */
export const mostCounted = ({ ids, area, filter, text }: SearchRequest): number =>
  ids === null && area === null && filter === null && text === null ? 2_500 : 500;
