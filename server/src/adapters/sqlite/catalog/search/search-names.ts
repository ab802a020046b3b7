import type { Catalog } from '../../../../catalog/ports.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import { showingBy } from '../../../../catalog/shown/show-items.ts';
import type { Connection } from '../../driver.ts';
import { explain } from '../../sqlite-sql.ts';
import { Cancelled } from '../reading/effort.ts';
import { findNames } from './find-names.ts';
import { createSearcher } from './searcher.ts';
import { createStatements } from '../file/statements.ts';
import { usualTuning } from '../reading/tuning.ts';

const mostNames = 10;
/** Names lie anywhere: only the upper pages of the index are met again. */
const cacheKib = 2_048;
/** Thousands of collections may have an item of the name. */
const longestMs = 5;

type Searches = Pick<Catalog, 'search' | 'showItems'>;

/** Finds few items by their names on this thread, in less time than another one takes to wake up; others elsewhere. */
export function searchingNames(connection: Connection, elsewhere: Searches): Searches {
  const prepare = createStatements(connection);
  const searchHere = createSearcher(connection, usualTuning, cacheKib);
  const search: Catalog['search'] = async (request, visibility, options) => {
    if (!isOfFewNames(request)) return elsewhere.search(request, visibility, options);
    const untilMs = performance.now() + longestMs;
    try {
      return (
        findNames(prepare, request, visibility) ?? searchHere(request, visibility, () => performance.now() > untilMs)
      );
    } catch (error) {
      if (error instanceof Cancelled) return elsewhere.search(request, visibility, options);
      throw explain(error);
    }
  };
  const show = showingBy(search);
  return {
    search,
    showItems: (request, ...more) => (isOfFewNames(request) ? show : elsewhere.showItems)(request, ...more),
  };
}

const isOfFewNames = ({ ids, area, filter, limit }: SearchRequest): boolean =>
  ids !== null && ids.length <= mostNames && area === null && filter === null && limit <= mostNames;
