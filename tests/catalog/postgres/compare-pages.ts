import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { writePageToken } from '../../../server/src/catalog/page-token.ts';
import type { Found, StoredItem } from '../../../server/src/catalog/ports.ts';
import type { SearchRequest } from '../../../server/src/catalog/search-request.ts';
import type { Random } from '../../support/seeded-random.ts';
import { type Truth, problemOf } from '../sqlite/compare-pages.ts';
import type { Body } from '../sqlite/many-searches.ts';

type Search = (request: SearchRequest) => Promise<Found<StoredItem>>;

/** The first thing that is wrong with some pages forward, the same backward, and the count; null where nothing is. */
export async function compareSearch(search: Search, body: Body, truth: Truth, random: Random): Promise<string | null> {
  const { rows, sort } = truth;
  const limit = 1 + random.below(random.pick([3, 20, 50]));
  const ask = (more: Body) => search(readSearchBody({ ...body, ...more }));
  for (const start of new Set([0, random.below(rows.length + 1)])) {
    const place = start === 0 ? null : writePageToken({ isBackward: false, values: rows[start - 1]!.values }, sort);
    let from = start;
    let page = await ask({ limit, token: place });
    for (let pages = 0; ; pages++) {
      const problem = problemOf(page, truth, from, from + limit);
      if (problem !== null) return problem;
      if (page.next === null || pages === 2) break;
      from += limit;
      page = await ask({ limit, token: page.next });
    }
    for (let pages = 0; page.prev !== null && pages < 3; pages++) {
      page = await ask({ limit, token: page.prev });
      const to = from;
      from = Math.max(0, from - limit);
      const problem = problemOf(page, truth, from, to);
      if (problem !== null) return `backward: ${problem}`;
    }
  }
  const { matched } = await ask({ limit: 0 });
  return matched?.isExact === true && matched.atLeast === rows.length
    ? null
    : `counted ${JSON.stringify(matched)} instead of ${rows.length}`;
}
