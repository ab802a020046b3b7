import type { TimeInterval } from '../../catalog/datetime-interval.ts';
import type { Filter } from '../../catalog/filter.ts';
import { isAmong } from '../../catalog/is-among.ts';
import { conjunctionOf } from '../../catalog/plan/conjuncts.ts';
import { type SearchRequest, everything } from '../../catalog/search-request.ts';
import { type TimeKey, readTime } from '../../catalog/time-key.ts';
import type { SelectRequest } from '../selection.ts';
import { acquisitionProperties } from '../../tiles/acquisition.ts';

/** What a search of the archive asks for; the rest is pages. */
export type ItemSearch = Pick<SearchRequest, 'ids' | 'collections' | 'area' | 'datetime' | 'filter'>;

export type SearchMembers = Pick<SelectRequest, 'collections' | 'datetime' | 'ids'> & Pick<SearchRequest, 'area'>;

/** As many names as one look into an index takes. */
const namesAtOnce = 200;

/** The searches that together find every item that may be a source of a tile; what they find may be found twice. */
export function planSearches(
  { area, collections, datetime, ids }: SearchMembers,
  filter: Filter | null,
): readonly ItemSearch[] {
  const all: ItemSearch = {
    ids: null,
    collections,
    area,
    datetime: datetime && intervalOf(datetime),
    filter,
  };
  if (ids === null) return [all];
  // One after the other: no index knows two properties at once.
  return chunksOf(ids).flatMap((names) => [
    ...acquisitionProperties.map((name) => ({
      ...all,
      filter: conjunctionOf([isAmong(name, names), ...(filter ? [filter] : [])]),
    })),
    { ...all, ids: names },
  ]);
}

export const asPage = (search: ItemSearch, limit: number): SearchRequest => ({
  ...everything,
  ...search,
  limit,
  count: 'none',
});

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / namesAtOnce);
  return Array.from({ length: count }, (_, i) => ids.slice(i * namesAtOnce, (i + 1) * namesAtOnce));
}

/** To the end of the last millisecond: what is closed holds whatever begins with its last moment. */
const intervalOf = ({ startMs, endMs }: NonNullable<SelectRequest['datetime']>): TimeInterval => ({
  start: startMs === null ? null : keyOf(isoOf(startMs)),
  end: endMs === null ? null : keyOf(`${isoOf(endMs).slice(0, -1)}999999Z`),
});

const isoOf = (ms: number): string => new Date(ms).toISOString();

const keyOf = (text: string): TimeKey => readTime(text)!;
