import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { impliedWords, shareOfText } from '../../../../catalog/text/implied-words.ts';
import { compileText } from '../../../../catalog/text/match-text.ts';
import { textOfItem } from '../../../../catalog/text/searchable-text.ts';
import { type TextQuery, phraseText } from '../../../../catalog/text/text-query.ts';
import type { TextPlan } from '../../../sql/search/text-plan.ts';
import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import { isOneOf } from '../../../sql/search/row-conditions.ts';
import type { IndexTables } from '../file/fresh-rows.ts';
import type { Prepare } from '../file/statements.ts';
import type { Snapshot } from '../known/snapshot.ts';
import { guessItemsWith } from '../write/word-counts.ts';

/** A word that is not among the items that are counted has some all the same. */
const fewest = 8;
const leastShare = 1e-5;

export function planText(query: TextQuery, { areTextsReady, items, tables }: Snapshot, prepare: Prepare): TextPlan {
  if (!areTextsReady) {
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
  const itemsWith = (word: string): number => Math.max(fewest, guessItemsWith(prepare, word));
  const needed = impliedWords(query, itemsWith);
  return {
    condition: conditionOf(query, 'r'),
    conditionInList: isAnyOfWords(query) ? null : conditionOf(query, 'p'),
    isMatch: null,
    needed,
    share: Math.max(leastShare, shareOfText(query, itemsWith, items)),
    isImpossible: needed.some(({ words }) => isAbsent(words, tables, prepare)),
  };
}

function isAbsent(words: readonly string[], tables: IndexTables, prepare: Prepare): boolean {
  const { sql, params } = isOneOf(sqliteDialect, 'word', words);
  return prepare(`SELECT 1 FROM ${tables.words} WHERE ${sql} LIMIT 1`).get(...params) === undefined;
}

const isAnyOfWords = (query: TextQuery): boolean =>
  query.kind === 'phrase' ? query.words.length === 1 : query.kind === 'any' && query.of.every(isAnyOfWords);

/** An item without a text has what an empty one has. */
function conditionOf(query: TextQuery, row: 'r' | 'p'): SqlCondition {
  const { sql, params } = conditionOn('x.text', query);
  const without = compileText(query)('') ? 1 : 0;
  return { sql: `ifnull((SELECT ${sql} FROM texts x WHERE x.pk = ${row}.pk), ${without})`, params };
}

function conditionOn(text: string, query: TextQuery): SqlCondition {
  if (query.kind === 'phrase') return { sql: `instr(${text}, ?) > 0`, params: [phraseText(query.words)] };
  if (query.kind === 'not') {
    const { sql, params } = conditionOn(text, query.of);
    return { sql: `NOT (${sql})`, params };
  }
  const parts = query.of.map((part) => conditionOn(text, part));
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(query.kind === 'all' ? ' AND ' : ' OR '),
    params: parts.flatMap(({ params }) => params),
  };
}
