import type { Area } from '../area.ts';
import type { TimeInterval } from '../datetime-interval.ts';
import type { Fields } from '../fields.ts';
import type { Filter } from '../filter.ts';
import { type PagePosition, writePageToken } from '../page-token.ts';
import type { Sort } from '../sort.ts';
import type { TextQuery } from '../text/text-query.ts';

/** One search of collections; every condition that is not null must hold. */
export type CollectionSearch = {
  /** A box: it is held against the boxes of extents. */
  readonly area: Area | null;
  readonly datetime: TimeInterval | null;
  readonly filter: Filter | null;
  readonly text: TextQuery | null;
  readonly sort: Sort;
  /** For whoever writes the answer: stores give whole documents. */
  readonly fields: Fields | null;
  readonly limit: number;
  readonly position: PagePosition | null;
  /** A page by its number: so many collections stand on those before. */
  readonly skip?: number;
};

/** The order of a list: no two collections have the same id. */
export const sortById: Sort = [{ field: 'id', isDescending: false }];

/** Before every id: none is empty. */
export const beforeAllIds: PagePosition = { isBackward: false, values: [''] };

export const tokenAtId = (isBackward: boolean, id: string): string =>
  writePageToken({ isBackward, values: [id] }, sortById);

/** Finds every collection that is visible. */
export const everyCollection: Omit<CollectionSearch, 'limit' | 'position'> = {
  area: null,
  datetime: null,
  filter: null,
  text: null,
  sort: sortById,
  fields: null,
};

export const isUnconditional = ({ area, datetime, filter, text }: CollectionSearch): boolean =>
  area === null && datetime === null && filter === null && text === null;

/** Whether it asks for nothing but a page of the list. */
export const isPlainList = (search: CollectionSearch): boolean => isUnconditional(search) && search.sort === sortById;
