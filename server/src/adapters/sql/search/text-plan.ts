import type { SqlCondition } from '../../../catalog/plan/compile-sql.ts';
import type { JsonObject } from '../../../catalog/refuse.ts';
import type { NeededWords } from '../../../catalog/text/implied-words.ts';

/** How a search by words is answered. */
export type TextPlan = {
  /** All that is asked, over a row `r`; null where the texts of items are not all there. */
  readonly condition: SqlCondition | null;
  /** The same over a row `p` of the list for what is needed; null where standing in the list says it all. */
  readonly conditionInList: SqlCondition | null;
  /** Of the document, where there is no condition. */
  readonly isMatch: ((document: JsonObject) => boolean) | null;
  /** What the index has a list for, the shortest first. */
  readonly needed: readonly NeededWords[];
  /** About which part of all items is found. */
  readonly share: number;
  /** No item has what is needed. */
  readonly isImpossible: boolean;
};
