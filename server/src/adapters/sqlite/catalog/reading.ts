import type { Effort } from './effort.ts';
import type { PreparedSearch } from './prepared-search.ts';
import type { Prepare, Snapshot } from './snapshot.ts';
import type { Tuning } from './tuning.ts';

/** One search under way. */
export type Reading = {
  readonly search: PreparedSearch;
  readonly snapshot: Snapshot;
  readonly prepare: Prepare;
  readonly effort: Effort;
  readonly tuning: Tuning;
};
