import { type SearchableText, distinctWords } from '../../../../catalog/text/searchable-text.ts';
import type { Prepare } from '../file/statements.ts';
import type { Tally } from './tally.ts';

/** One item of so many is counted: texts are full of words that no other item has, and to plan a guess is enough. */
const sampled = 16;

export function countWords({ words }: Pick<Tally, 'words'>, pk: number, text: SearchableText, by: 1 | -1): void {
  if (pk % sampled !== 0) return;
  for (const word of distinctWords(text)) words.set(word, (words.get(word) ?? 0) + by);
}

const add = `INSERT INTO word_counts (word, items) VALUES (?, ?)
  ON CONFLICT (word) DO UPDATE SET items = items + excluded.items`;
const dropEmpty = 'DELETE FROM word_counts WHERE word = ? AND items <= 0';

export function flushWordCounts(words: Tally['words'], prepare: Prepare): void {
  for (const [word, more] of words) {
    if (more !== 0) prepare(add).run(word, more);
    if (more < 0) prepare(dropEmpty).run(word);
  }
}

/** About how many items have the word. */
export function guessItemsWith(prepare: Prepare, word: string): number {
  const row = prepare('SELECT items FROM word_counts WHERE word = ?').get(word) as [number] | undefined;
  return (row?.[0] ?? 0) * sampled;
}
