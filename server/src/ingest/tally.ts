/** What became of the entries so far, over all runs that went on from each other. */
export type Tally = {
  readonly read: number;
  readonly created: number;
  readonly replaced: number;
  /** The same document was there already. */
  readonly unchanged: number;
  /** There already, and only new ones were asked for. */
  readonly skipped: number;
  readonly rejected: number;
  /** Stored from files that lie elsewhere now. */
  readonly moved: number;
  /** Stored from files that are gone. */
  readonly missing: number;
  readonly collections: number;
};

export type Count = keyof Tally;

export const emptyTally: Tally = {
  read: 0,
  created: 0,
  replaced: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 0,
  moved: 0,
  missing: 0,
  collections: 0,
};

export const added = (tally: Tally, count: Count, more = 1): Tally => ({ ...tally, [count]: tally[count] + more });

export const summed = (a: Tally, b: Tally): Tally =>
  Object.fromEntries((Object.keys(emptyTally) as Count[]).map((count) => [count, a[count] + b[count]])) as Tally;
