import { type PagePosition, writePageToken } from '../../catalog/page-token.ts';
import type { Found } from '../../catalog/ports.ts';
import type { Sort } from '../../catalog/sort.ts';
import { type SortValue, compareBySort } from '../../catalog/sort-value.ts';

type Window = { readonly limit: number; readonly position: PagePosition | null; readonly skip: number };

/** Sorts what was found and cuts out the page that lies at the position. */
export function cutPage<T>(
  records: readonly T[],
  valuesOf: (record: T) => readonly SortValue[],
  sort: Sort,
  window: Window,
): Found<T> {
  const rows = records
    .map((record) => ({ record, values: valuesOf(record) }))
    .sort((a, b) => compareBySort(a.values, b.values, sort));
  const [from, to] = bounds(
    rows.map(({ values }) => values),
    sort,
    window,
  );
  const page = rows.slice(from, to);
  const token = (isBackward: boolean, values: readonly SortValue[]) => writePageToken({ isBackward, values }, sort);
  return {
    found: page.map(({ record }) => record),
    next: page.length > 0 && to < rows.length ? token(false, page.at(-1)!.values) : null,
    prev: page.length > 0 && from > 0 ? token(true, page[0]!.values) : null,
    matched: { atLeast: rows.length, isExact: true },
  };
}

function bounds(
  rows: readonly (readonly SortValue[])[],
  sort: Sort,
  { limit, position, skip }: Window,
): readonly [from: number, to: number] {
  if (position === null) return [skip, skip + limit];
  const order = (values: readonly SortValue[]) => compareBySort(values, position.values, sort);
  if (position.isBackward) {
    const to = rows.filter((values) => order(values) < 0).length;
    return [Math.max(0, to - limit), to];
  }
  const from = rows.filter((values) => order(values) <= 0).length;
  return [from, from + limit];
}
