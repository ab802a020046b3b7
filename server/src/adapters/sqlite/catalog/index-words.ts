import { type SearchableText, distinctWords } from '../../../catalog/text/searchable-text.ts';
import type { Prepare } from './snapshot.ts';

/** The rows of `words`, which hold nothing that `texts` and `items` do not. */
export type WordIndex = {
  /** The rows of both were written: its words follow. */
  add(pk: number, text: SearchableText): void;
  /** With the words and the time that were written. */
  remove(pk: number, dt: string, text: SearchableText): void;
  /** Writes all that is still to come. */
  flush(): void;
};

/**
 * No function is called in it: SQLite takes a statement that calls one for one that may fail and be undone by itself, and
 * keeps a copy of every page that it touches.
 */
const addWords = `INSERT OR FAIL INTO words (word, dt, pk)
  SELECT w.value, i.dt, i.pk FROM json_each(?) AS p CROSS JOIN items AS i ON i.pk = p.key
    CROSS JOIN json_each(p.value) AS w
  ORDER BY 1, 2 DESC, 3`;
const removeWord = 'DELETE FROM words WHERE word = ? AND dt = ? AND pk = ?';

/** Indexes what was added when it is flushed: at the end of a verb. */
export function createWordIndex(prepare: Prepare): WordIndex {
  const waiting = new Map<number, SearchableText>();
  return {
    add: (pk, text) => void waiting.set(pk, text),
    remove(pk, dt, text) {
      if (waiting.delete(pk)) return;
      for (const word of distinctWords(text)) prepare(removeWord).run(word, dt, pk);
    },
    flush() {
      if (waiting.size === 0) return;
      prepare(addWords).run(`{${Array.from(waiting, ([pk, text]) => wordsAsJson(pk, text)).join(',')}}`);
      waiting.clear();
    },
  };
}

/** Words hold letters, digits and marks alone: they need no escapes. */
const wordsAsJson = (pk: number, text: SearchableText): string => `"${pk}":["${distinctWords(text).join('","')}"]`;

/** Leaves the items from `first` on for later: they are not indexed yet. */
export const onlyBefore = (first: number, { add, remove, flush }: WordIndex): WordIndex => ({
  add: (pk, text) => (pk < first ? add(pk, text) : undefined),
  remove: (pk, dt, text) => (pk < first ? remove(pk, dt, text) : undefined),
  flush,
});
