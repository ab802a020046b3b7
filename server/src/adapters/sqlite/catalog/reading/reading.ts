import type { SortValue } from '../../../../catalog/sort-value.ts';
import type { Effort } from './effort.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import type { Prepare } from '../file/statements.ts';
import type { Snapshot } from '../known/snapshot.ts';
import type { Tuning } from './tuning.ts';

export type Ordered = { readonly pk: number; readonly values: readonly SortValue[] };

/** One search under way. */
export type Reading = {
  readonly search: PreparedSearch;
  readonly snapshot: Snapshot;
  readonly prepare: Prepare;
  readonly effort: Effort;
  readonly tuning: Tuning;
  /** All that the search finds, in its order, once that was gathered. */
  gathered: readonly Ordered[] | null;
};
