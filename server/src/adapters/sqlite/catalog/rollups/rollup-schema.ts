/**
 * `rollups`: how many items of a collection, by its number, have a key of a kind; 0 is all collections together, which
 * places do not have: they are too many to be written twice.
 * `rollup_kinds`: items up to `filled` are counted; null is all of them, -1 none and never: there were too many keys.
 */
export const rollupStatements: readonly string[] = [
  `CREATE TABLE rollups (
     kind INTEGER NOT NULL, collection INTEGER NOT NULL, key NOT NULL, items INTEGER NOT NULL,
     PRIMARY KEY (kind, collection, key)) WITHOUT ROWID`,
  'CREATE TABLE rollup_kinds (kind INTEGER PRIMARY KEY, filled INTEGER)',
];

/** The number of all collections together: theirs begin at 1. */
export const everyCollection = 0;
