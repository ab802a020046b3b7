import type { SortValue } from '../../../../catalog/sort-value.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import type { Query } from '../database/query.ts';
import type { SlotColumn } from '../known/slot-column.ts';
import type { Snapshot } from '../known/snapshot.ts';
import type { Tuning } from './tuning.ts';

/** An item that was found, and its place in the order. */
export type Hit = { readonly pk: number; readonly values: readonly SortValue[] };

/** One search within one read transaction. */
export type Reading = {
  readonly query: Query;
  readonly snapshot: Snapshot;
  readonly slotColumn: SlotColumn;
  readonly search: PreparedSearch;
  readonly tuning: Tuning;
  /** Documents that were read only to be tested. */
  documents: number;
  /** All that is found, in order, once all had to be found. */
  gathered: readonly Hit[] | null;
};
