import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { impliedWords } from '../../../../catalog/text/implied-words.ts';
import { compileText } from '../../../../catalog/text/match-text.ts';
import { textOfItem } from '../../../../catalog/text/searchable-text.ts';
import { type TextQuery, phraseText } from '../../../../catalog/text/text-query.ts';
import type { TextPlan } from '../../../sql/search/text-plan.ts';

/** Nothing is counted of words: what they are worth is asked of the index. */
const unknown = { conditionInList: null, share: 0.1, isImpossible: false };

/** While texts of older items are missing, words are looked for in the documents. */
export function planText(query: TextQuery, areTextsReady: boolean): TextPlan {
  if (areTextsReady)
    return { ...unknown, condition: conditionOf(query), isMatch: null, needed: impliedWords(query, () => 1) };
  const isMatch = compileText(query);
  return { ...unknown, condition: null, isMatch: (document) => isMatch(textOfItem(document)), needed: [] };
}

function conditionOf(query: TextQuery): SqlCondition {
  const { sql, params } = conditionOn('x.text', query);
  return { sql: `(SELECT ${sql} FROM catalog_items x WHERE x.pk = r.pk)`, params };
}

function conditionOn(text: string, query: TextQuery): SqlCondition {
  if (query.kind === 'phrase') return { sql: `strpos(${text}, ?) > 0`, params: [phraseText(query.words)] };
  if (query.kind === 'not') {
    const { sql, params } = conditionOn(text, query.of);
    return { sql: `NOT (${sql})`, params };
  }
  const parts = query.of.map((part) => conditionOn(text, part));
  return {
    sql: `(${parts.map(({ sql }) => sql).join(query.kind === 'all' ? ' AND ' : ' OR ')})`,
    params: parts.flatMap(({ params }) => params),
  };
}
