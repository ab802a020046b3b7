import { type SearchableText, distinctWords, textBreak } from '../../../catalog/text/searchable-text.ts';
import type { Prepare } from './snapshot.ts';

/** The rows of `words`, which hold nothing that `texts` and `items` do not. */
export type WordIndex = {
  /** The rows of both were written: its words follow. */
  add(pk: number): void;
  /** With the words and the time that were written. */
  remove(pk: number, dt: string, text: SearchableText): void;
  /** Writes all that is still to come. */
  flush(): void;
};

/** Words hold letters, digits and marks alone, so that the list needs no escapes. */
const addWords = `INSERT OR IGNORE INTO words (word, dt, pk)
  SELECT w.value, i.dt, t.pk FROM json_each(?) AS p CROSS JOIN texts AS t ON t.pk = p.value
    CROSS JOIN items AS i ON i.pk = t.pk
    CROSS JOIN json_each('["' || replace(trim(t.text), ' ', '","') || '"]') AS w
  WHERE w.value <> '${textBreak}' ORDER BY 1, 2 DESC, 3`;
const removeWord = 'DELETE FROM words WHERE word = ? AND dt = ? AND pk = ?';

/** Indexes what was added when it is flushed: at the end of a verb. */
export function createWordIndex(prepare: Prepare): WordIndex {
  const waiting = new Set<number>();
  return {
    add: (pk) => void waiting.add(pk),
    remove(pk, dt, text) {
      if (waiting.delete(pk)) return;
      for (const word of distinctWords(text)) prepare(removeWord).run(word, dt, pk);
    },
    flush() {
      if (waiting.size === 0) return;
      prepare(addWords).run(`[${[...waiting].join(',')}]`);
      waiting.clear();
    },
  };
}

/** Leaves the items from `first` on for later: they are not indexed yet. */
export const onlyBefore = (first: number, { add, remove, flush }: WordIndex): WordIndex => ({
  add: (pk) => (pk < first ? add(pk) : undefined),
  remove: (pk, dt, text) => (pk < first ? remove(pk, dt, text) : undefined),
  flush,
});
