import type { Found, StoredItem } from '../../../../catalog/ports.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, compareBySort } from '../../../../catalog/sort-value.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import { isHeldAsItIs, sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import { isOneOf } from '../../../sql/search/row-conditions.ts';
import { type Prepare, atMost } from '../file/statements.ts';

/** One name is mostly one item; where many collections have it, others look for a page of them. */
const mostItems = 10;

type Row = readonly [dt: string, collection: string, id: string, etag: string, document: Uint8Array];

/** All items of these names with one statement, which sees one moment by itself; null where that is not all that is asked. */
export function findNames(prepare: Prepare, request: SearchRequest, visibility: Visibility): Found<StoredItem> | null {
  const { ids, collections, limit, count } = request;
  if (ids === null || ids.length === 0 || !ids.every(isHeldAsItIs) || !isOfNamesAlone(request)) return null;
  const { sql, params } = isOneOf(sqliteDialect, 'i.id', ids);
  const rows = prepare(
    `SELECT i.dt, d.collection, d.id, d.etag, d.document FROM items AS i CROSS JOIN documents AS d ON d.pk = i.pk
      WHERE ${sql} ${atMost}`,
  ).all(...params, mostItems + 1) as unknown as readonly Row[];
  if (rows.length > mostItems) return null;
  const isWanted = ([, home]: Row) => isVisible(home, visibility) && (collections?.includes(home) ?? true);
  const found = rows.filter(isWanted);
  if (found.length > limit) return null;
  return {
    found: inOrder(found, request.sort).map(([, collection, id, etag, bytes]) => ({ collection, id, etag, bytes })),
    next: null,
    prev: null,
    matched: count === 'none' ? null : { atLeast: found.length, isExact: true },
  };
}

const isOfNamesAlone = ({ area, datetime, filter, text, sort, position, skip, limit }: SearchRequest): boolean =>
  area === null &&
  datetime === null &&
  filter === null &&
  text === null &&
  sort.every(({ field }) => Object.hasOwn(places, field)) &&
  position === null &&
  skip === 0 &&
  limit > 0;

/** Where a row has what items are ordered by. */
const places: Readonly<Record<string, 0 | 1 | 2>> = { datetime: 0, collection: 1, id: 2 };

function inOrder(rows: readonly Row[], sort: Sort): readonly Row[] {
  if (rows.length < 2) return rows;
  const valuesOf = (row: Row): readonly SortValue[] => sort.map(({ field }) => row[places[field]!] || null);
  return rows.toSorted((a, b) => compareBySort(valuesOf(a), valuesOf(b), sort));
}
