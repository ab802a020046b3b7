import type { Prepare } from './statements.ts';

/**
 * Rows of `props` and `words` lie in one of two tables each: those that bulks brought lately in a small one, whose pages
 * one bulk fills several times over, the others in a large one. `props` and `words` are both together; a process of an
 * earlier release, which writes to them, fails.
 */
export const freshRowsStatements: readonly string[] = [
  'ALTER TABLE props RENAME TO prop_rows',
  'ALTER TABLE words RENAME TO word_rows',
  `CREATE TABLE fresh_props (
     slot INTEGER NOT NULL, value NOT NULL, dt TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL,
     pk INTEGER NOT NULL, PRIMARY KEY (slot, value, dt DESC, id, collection)) WITHOUT ROWID`,
  `CREATE TABLE fresh_words (
     word TEXT NOT NULL, dt TEXT NOT NULL, pk INTEGER NOT NULL, PRIMARY KEY (word, dt DESC, pk)) WITHOUT ROWID`,
  `CREATE VIEW props AS SELECT slot, value, dt, id, collection, pk FROM prop_rows
     UNION ALL SELECT slot, value, dt, id, collection, pk FROM fresh_props`,
  `CREATE VIEW words AS SELECT word, dt, pk FROM word_rows UNION ALL SELECT word, dt, pk FROM fresh_words`,
];

/** What searches read: the large table alone, where nothing is in the small one. */
export type IndexTables = {
  readonly props: 'prop_rows' | 'props';
  readonly words: 'word_rows' | 'words';
};

export const readIndexTables = (prepare: Prepare): IndexTables => ({
  props: hasRows(prepare, 'fresh_props') ? 'props' : 'prop_rows',
  words: hasRows(prepare, 'fresh_words') ? 'words' : 'word_rows',
});

/** The tables whose rows a search of words reads. */
export const partsOf = (words: IndexTables['words']): readonly string[] =>
  words === 'words' ? ['word_rows', 'fresh_words'] : [words];

const hasRows = (prepare: Prepare, table: string): boolean =>
  prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
