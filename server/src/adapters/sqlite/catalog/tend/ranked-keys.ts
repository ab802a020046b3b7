import type { Statement } from '../../driver.ts';
import { itemsAtOnce } from './rank-items.ts';

/** What a row of an index stands by (a stream, a word), and below it the rank of its item: one number. */
export type RankedKeys = {
  add(place: number, rank: number): void;
  count(): number;
  /**
   * Each once, in order; then the list is empty. Sorting numbers costs a tenth of sorting rows. `places` has the place
   * of each number that was given as one, where they were given before their order was known.
   */
  take(places?: Uint32Array): Float64Array;
};

export const placeOf = (key: number): number => Math.floor(key / itemsAtOnce);
/** From 1. */
export const rankOf = (key: number): number => 1 + (key % itemsAtOnce);

/** The same in SQL. */
export const placeSql = (key: string): string => `${key} / ${itemsAtOnce}`;
export const rankSql = (key: string): string => `1 + ${key} % ${itemsAtOnce}`;

export function createRankedKeys(): RankedKeys {
  let keys = new Float64Array(itemsAtOnce);
  let count = 0;
  return {
    add(place, rank) {
      if (count === keys.length) keys = enlarged(keys);
      keys[count++] = place * itemsAtOnce + rank - 1;
    },
    count: () => count,
    take(places) {
      const taken = keys.subarray(0, count);
      count = 0;
      if (places !== undefined)
        for (const [i, key] of taken.entries()) taken[i] = places[placeOf(key)]! * itemsAtOnce + (key % itemsAtOnce);
      return eachOnce(taken.sort());
    },
  };
}

function enlarged(keys: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * keys.length);
  larger.set(keys);
  return larger;
}

function eachOnce(sorted: Float64Array): Float64Array {
  let [kept, last] = [0, -1];
  for (const key of sorted) if (key !== last) sorted[kept++] = last = key;
  return sorted.subarray(0, kept);
}

const keysInText = 8_192;

/** The statement takes keys as a JSON text. */
export function runInPieces(statement: Statement, keys: Float64Array): void {
  for (let at = 0; at < keys.length; at += keysInText)
    statement.run(`[${keys.subarray(at, at + keysInText).join(',')}]`);
}
