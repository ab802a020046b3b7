import { compileText } from '../../../catalog/text/match-text.ts';
import { textOfItem } from '../../../catalog/text/searchable-text.ts';
import type { TextQuery } from '../../../catalog/text/text-query.ts';
import type { TextPlan } from '../../sql/search/text-plan.ts';

/** Words are looked for in the documents. */
export function planText(query: TextQuery): TextPlan {
  const isMatch = compileText(query);
  return {
    condition: null,
    conditionInList: null,
    isMatch: (document) => isMatch(textOfItem(document)),
    needed: [],
    share: 0.1,
    isImpossible: false,
  };
}
