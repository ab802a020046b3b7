import type { Area } from './area.ts';
import type { TimeInterval } from './datetime-interval.ts';
import type { Fields } from './fields.ts';
import type { Filter } from './filter.ts';
import type { PagePosition } from './page-token.ts';
import { type Sort, defaultSort } from './sort.ts';
import type { TextQuery } from './text/text-query.ts';

/** `exact` whatever it costs, `cheap` exact only where the store has it at hand, `none` not at all. */
export type CountMode = 'exact' | 'cheap' | 'none';

/** One search, whatever language it came in; every condition that is not null must hold. */
export type SearchRequest = {
  readonly ids: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly area: Area | null;
  readonly datetime: TimeInterval | null;
  readonly filter: Filter | null;
  /** Of an item's own texts. */
  readonly text: TextQuery | null;
  readonly sort: Sort;
  /** For whoever writes the answer: stores give whole documents, but where `idAlone` asks for none. */
  readonly fields: Fields | null;
  /** 0 asks for the count alone. */
  readonly limit: number;
  readonly position: PagePosition | null;
  /** Items passed over, for clients that number their pages; 0 wherever there is a position. */
  readonly skip: number;
  readonly count: CountMode;
};

/** What items must be to be found. */
export type SearchConditions = Pick<SearchRequest, 'ids' | 'collections' | 'area' | 'datetime' | 'filter' | 'text'>;

export const defaultLimit = 10;
export const mostItems = 10_000;
export const farthestSkip = 100_000;

/** Finds everything that is visible, newest first. */
export const everything: SearchRequest = {
  ids: null,
  collections: null,
  area: null,
  datetime: null,
  filter: null,
  text: null,
  sort: defaultSort,
  fields: null,
  limit: defaultLimit,
  position: null,
  skip: 0,
  count: 'cheap',
};
