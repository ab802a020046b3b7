/**
 * `texts` has the words of an item in their order, where it has any; `words` has each of them once, in the order of
 * time. Items of one moment stand in no order there: names in every row would double the table. `word_counts` counts a
 * sample of the items, for those who plan.
 */
export const textStatements: readonly string[] = [
  `CREATE TABLE texts (pk INTEGER PRIMARY KEY, text TEXT NOT NULL)`,
  `CREATE TABLE words (
     word TEXT NOT NULL, dt TEXT NOT NULL, pk INTEGER NOT NULL, PRIMARY KEY (word, dt DESC, pk)) WITHOUT ROWID`,
  `CREATE TABLE word_counts (word TEXT PRIMARY KEY, items INTEGER NOT NULL) WITHOUT ROWID`,
];
