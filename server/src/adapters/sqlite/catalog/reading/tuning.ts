import { mostPageBytes } from '../../../sql/search/search-limits.ts';

/** Where a search changes its way; tests set other numbers, so that few items take every way there is. */
export type Tuning = {
  /** Walks over no more rows than this need no better way. */
  readonly fewRows: number;
  /** Rows of a declared property that are gathered without trying to walk at all. */
  readonly firstProbe: number;
  /** Rows that a walk may cost before a better way is looked for; eight times as many each time after. */
  readonly firstBudget: number;
  /** About a second, and as much memory as one search may take. */
  readonly mostGathered: number;
  /** About two seconds of reading and testing documents. */
  readonly mostDocuments: number;
  /** Rows that one statement of a walk brings. */
  readonly fewestInBatch: number;
  readonly mostInBatch: number;
  /** Rows of an index that one statement of a walk goes through. */
  readonly fewestInSlab: number;
  readonly mostInSlab: number;
  /** Rows of one moment that are worth to be told apart. */
  readonly crowd: number;
  /** Microseconds: an entry that SQL tests and sorts, an item looked up from an index, a footprint or a document. */
  readonly entryCost: number;
  readonly lookUpCost: number;
  readonly testCost: number;
  /** Microseconds: the text of an entry. */
  readonly textCost: number;
  /** Rows of cells that are remembered, 56 bytes each; 0 for none. */
  readonly cellRows: number;
  /** Of the items of a page that is shown. */
  readonly mostPageBytes: number;
};

export const usualTuning: Tuning = {
  fewRows: 512,
  firstProbe: 64,
  firstBudget: 4_096,
  mostGathered: 100_000,
  mostDocuments: 50_000,
  fewestInBatch: 16,
  mostInBatch: 2_048,
  fewestInSlab: 128,
  mostInSlab: 8_192,
  crowd: 4_096,
  entryCost: 0.2,
  lookUpCost: 3,
  testCost: 30,
  textCost: 1,
  cellRows: 0,
  mostPageBytes,
};
