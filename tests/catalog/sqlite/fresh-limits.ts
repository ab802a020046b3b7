import type { FreshLimits } from '../../../server/src/adapters/sqlite/catalog/write/fresh-rows.ts';

/** However small a bulk or a catalogue is, its rows go into the small tables first, and some of them further. */
export const freshLimits = (mostWords: number, mostProps: number, leastMoved: number): FreshLimits => ({
  leastItems: 1,
  mostItems: 100_000,
  leastNumber: 0,
  mostWords,
  mostProps,
  leastMoved,
  itemsAtOnce: 7,
});

/** As releases left a catalogue whose rows of values and words lay in one table each; nothing is in the small ones. */
export const withoutFreshTables = `DROP VIEW props; DROP VIEW words; DROP TABLE fresh_props; DROP TABLE fresh_words;
  ALTER TABLE prop_rows RENAME TO props; ALTER TABLE word_rows RENAME TO words;`;
