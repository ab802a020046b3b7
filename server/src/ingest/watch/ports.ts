import type { Tally } from '../tally.ts';

/** What of a watched place was brought in; kept over restarts. */
export type WatchMemory = {
  /** The mark of each file, by relative path. */
  done(): ReadonlyMap<string, string>;
  tally(): Tally;
  /** Where the rejects of a source begin; null where another was begun since. */
  rejectsFrom(source: string): number | null;
  begin(source: string, rejectsFrom: number): void;
  /** In one transaction. */
  note(change: WatchChange): void;
  close(): void;
};

export type WatchChange = {
  readonly done: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
  readonly tally: Tally;
};
