import { searchableColumns } from '../file/schema.ts';
import type { Prepare } from '../file/statements.ts';

/** Items that are indexed at once: their ranks take so many bits of a key. */
export const itemsAtOnce = 2 ** 20;

const fillRanked = `INSERT INTO ranked (${searchableColumns})
  SELECT ${searchableColumns} FROM items WHERE pk >= ? AND pk < ? ORDER BY dt DESC`;
const fillMoments = 'INSERT INTO moments (rank, dt, pk) SELECT rank, dt, pk FROM ranked';
const readRanks = 'SELECT pk - ?, rank FROM moments';

/** Items from one number up to another, and the rank of each by its number after the first. */
export type RankedItems = { readonly first: number; readonly end: number; readonly ranks: Uint32Array };

/**
 * Copies the items from one number up to another to a table of its own, the newest first; ranks count from 1. Rows of
 * the index are made from there: in `items` each of them would be a page anywhere in the file. `moments` has the same
 * ranks for those who need no more than the time.
 */
export function rankItems(prepare: Prepare, first: number, end: number): RankedItems {
  forgetRanks(prepare);
  prepare(`CREATE TEMP TABLE ranked (rank INTEGER PRIMARY KEY, ${searchableColumns})`).run();
  prepare('CREATE TEMP TABLE moments (rank INTEGER PRIMARY KEY, dt, pk)').run();
  prepare(fillRanked).run(first, end);
  prepare(fillMoments).run();
  const ranks = new Uint32Array(itemsAtOnce);
  for (const row of prepare(readRanks).iterate(first)) {
    const [number, rank] = row as [number, number];
    ranks[number] = rank;
  }
  return { first, end, ranks };
}

export function forgetRanks(prepare: Prepare): void {
  prepare('DROP TABLE IF EXISTS temp.ranked').run();
  prepare('DROP TABLE IF EXISTS temp.moments').run();
}
