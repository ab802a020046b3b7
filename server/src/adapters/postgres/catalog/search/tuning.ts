/** Where a search changes its way; tests set other numbers, so that few items take every way there is. */
export type Tuning = {
  /** Walks over no more rows than this need no better way, and are one stretch of time. */
  readonly fewRows: number;
  /** Above this planning costs less than what keeps a plan from being turned around. */
  readonly manyRows: number;
  /** Rows of a declared property that are gathered without trying to walk at all. */
  readonly firstProbe: number;
  /** The same of words. */
  readonly wordProbe: number;
  /** As much memory as one search may take. */
  readonly mostGathered: number;
  /** About two seconds of reading and testing documents. */
  readonly mostDocuments: number;
  /** Rows that one statement of a walk brings: few at first. */
  readonly fewestInBatch: number;
  readonly mostInBatch: number;
  /** Microseconds: an entry that is read and sorted here, an item that is looked up from an index. */
  readonly entryCost: number;
  readonly lookUpCost: number;
};

export const usualTuning: Tuning = {
  fewRows: 512,
  manyRows: 20_000,
  firstProbe: 256,
  wordProbe: 20_000,
  mostGathered: 100_000,
  mostDocuments: 50_000,
  fewestInBatch: 16,
  mostInBatch: 2_048,
  entryCost: 1,
  lookUpCost: 3,
};
