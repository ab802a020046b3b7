import type { Searcher } from '../../../server/src/adapters/sqlite/catalog/search/searcher.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { compileRequest } from '../../../server/src/catalog/match-request.ts';
import { writePageToken } from '../../../server/src/catalog/page-token.ts';
import type { Found, StoredItem } from '../../../server/src/catalog/ports.ts';
import { type SortValue, compareBySort, sortValuesReader } from '../../../server/src/catalog/sort-value.ts';
import type { Sort } from '../../../server/src/catalog/sort.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import type { Random } from '../../support/seeded-random.ts';
import type { Body } from './many-searches.ts';

const keyOf = ({ collection, id }: { readonly collection: string; readonly id: string }): string =>
  `${collection}/${id}`;

type Row = { readonly key: string; readonly values: readonly SortValue[] };
export type Truth = { readonly rows: readonly Row[]; readonly sort: Sort };

/** Everything that is found, in order: what the array adapter cuts its pages out of. */
export function truthOf(items: readonly Item[], body: Body, grant: Visibility): Truth {
  const request = readSearchBody(body);
  const { sort } = request;
  const valuesOf = sortValuesReader(sort);
  const rows = items
    .filter(compileRequest(request, grant))
    .map((item) => ({ key: keyOf(item), values: valuesOf(item) }))
    .sort((a, b) => compareBySort(a.values, b.values, sort));
  return { rows, sort };
}

type Asked = { readonly search: Searcher; readonly body: Body; readonly grant: Visibility; readonly truth: Truth };

const never = () => false;
const ask = ({ search, body, grant }: Asked, more: Body): Found<StoredItem> =>
  search(readSearchBody({ ...body, ...more }), grant, never);

/** What is wrong with a page that should hold the rows from one place to another; null where nothing is. */
export function problemOf(page: Found<StoredItem>, { rows }: Truth, from: number, to: number): string | null {
  const keys = rows.slice(from, to).map(({ key }) => key);
  const found = page.found.map(keyOf);
  if (JSON.stringify(found) !== JSON.stringify(keys))
    return `rows ${from} to ${to} of ${rows.length}: found ${found.join()} instead of ${keys.join()}`;
  const { matched } = page;
  if (matched !== null && (matched.isExact ? matched.atLeast !== rows.length : matched.atLeast > rows.length))
    return `matched ${JSON.stringify(matched)} instead of ${rows.length}`;
  const [isNext, isPrev] = [keys.length > 0 && to < rows.length, keys.length > 0 && from > 0];
  if ((page.next !== null) !== isNext) return `rows ${from} to ${to} of ${rows.length}: next ${page.next}`;
  return (page.prev !== null) === isPrev ? null : `rows ${from} to ${to} of ${rows.length}: prev ${page.prev}`;
}

/** Pages forward from a row to the end, or some of them; then back again to the beginning, or some. */
function* pagesFrom(asked: Asked, start: number, limit: number, mostPages: number): Generator<string | null> {
  const { truth } = asked;
  const { rows, sort } = truth;
  let token = start === 0 ? null : writePageToken({ isBackward: false, values: rows[start - 1]!.values }, sort);
  let from = start;
  let page = ask(asked, { limit, token });
  for (let pages = 0; ; pages++) {
    yield problemOf(page, truth, from, from + limit);
    if (page.next === null || pages === mostPages) break;
    token = page.next;
    from += limit;
    page = ask(asked, { limit, token });
  }
  for (let pages = 0; page.prev !== null && pages < mostPages; pages++) {
    page = ask(asked, { limit, token: page.prev });
    const to = from;
    from = Math.max(0, from - limit);
    yield problemOf(page, truth, from, to);
  }
}

/** The first thing that is wrong with the pages, the numbered pages and the counts of a search; null where nothing is. */
export function compareSearch(asked: Asked, random: Random, mostPages: number): string | null {
  const { truth } = asked;
  const total = truth.rows.length;
  const limit = 1 + random.below(random.pick([3, 20, 50]));
  const starts = new Set([0, random.below(total + 1), Math.max(0, total - limit * 2)]);
  for (const start of starts)
    for (const problem of pagesFrom(asked, start, limit, mostPages)) if (problem) return problem;
  const number = 1 + random.below(Math.ceil(total / limit) + 1);
  const numbered = ask(asked, { limit, page: number });
  const counted = ask(asked, { limit: 0 });
  return (
    problemOf(numbered, truth, (number - 1) * limit, number * limit) ??
    (counted.matched?.isExact === true && counted.matched.atLeast === total
      ? null
      : `counted ${JSON.stringify(counted.matched)} instead of ${total}`)
  );
}
