import { type SearchableText, distinctWords } from '../../../../catalog/text/searchable-text.ts';
import type { Prepare } from '../file/statements.ts';
import type { FreshRows } from './fresh-rows.ts';

/** The rows of `words`, which hold nothing that `texts` and `items` do not, and those of new texts. */
export type WordIndex = {
  /** The text of a new item, and its words, are to be written. */
  insert(pk: number, text: SearchableText): void;
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
const addWords = (table: string): string => `INSERT OR FAIL INTO ${table} (word, dt, pk)
  SELECT w.value, i.dt, i.pk FROM json_each(?) AS p CROSS JOIN items AS i ON i.pk = p.key
    CROSS JOIN json_each(p.value) AS w
  ORDER BY 1, 2 DESC, 3`;
const insertText = 'INSERT OR FAIL INTO texts (pk, text) VALUES (?, ?)';

/** Indexes what was added when it is flushed, at the end of a verb or of all that are written as one; empty again after it. */
export function createWordIndex(prepare: Prepare, fresh: FreshRows): WordIndex {
  const waiting = new Map<number, SearchableText>();
  const unwritten = new Map<number, SearchableText>();
  return {
    insert(pk, text) {
      unwritten.set(pk, text);
      waiting.set(pk, text);
    },
    add: (pk, text) => void waiting.set(pk, text),
    remove(pk, dt, text) {
      unwritten.delete(pk);
      if (waiting.delete(pk)) return;
      for (const word of distinctWords(text)) fresh.words.remove(word, dt, pk);
    },
    flush() {
      if (waiting.size === 0) return;
      // Together: an inner page that was laid into the log among documents, and came again, would have it read once more.
      for (const [pk, text] of unwritten) writeText(prepare, pk, text);
      const isFresh = fresh.takes(unwritten.size, lastOf(waiting.keys()));
      unwritten.clear();
      fresh.words.add(
        [...waiting],
        isFresh,
        (table, texts) => prepare(addWords(table)).run(`{${texts.map(wordsAsJson).join(',')}}`).changes,
      );
      waiting.clear();
    },
  };
}

export const writeText = (prepare: Prepare, pk: number, text: SearchableText): void =>
  void prepare(insertText).run(pk, text);

/** Words hold letters, digits and marks alone: they need no escapes. */
const wordsAsJson = ([pk, text]: readonly [number, SearchableText]): string =>
  `"${pk}":["${distinctWords(text).join('","')}"]`;

/** Leaves the words of items from `first` on for later: their texts are all that is written. */
export const onlyBefore = (first: number, { add, remove, flush }: WordIndex, prepare: Prepare): WordIndex => ({
  insert: (pk, text) => writeText(prepare, pk, text),
  add: (pk, text) => (pk < first ? add(pk, text) : undefined),
  remove: (pk, dt, text) => (pk < first ? remove(pk, dt, text) : undefined),
  flush,
});

/** The greatest of numbers that are given in any order. */
export function lastOf(numbers: Iterable<number>): number {
  let last = 0;
  for (const number of numbers) if (number > last) last = number;
  return last;
}
