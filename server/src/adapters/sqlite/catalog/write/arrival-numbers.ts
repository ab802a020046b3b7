import type { Prepare } from '../file/statements.ts';
import { readState, writeState } from '../file/state.ts';

/**
 * An item's `pk` is also the number of its arrival. SQLite would give the greatest again once its item is deleted, and
 * whoever follows arrivals would miss the next one: so the number to come is kept. `feed` tells this file's numbers from
 * those of another file.
 */
export const arrivalStatements: readonly string[] = [
  `INSERT OR REPLACE INTO state (name, value) SELECT 'next_pk', coalesce(max(pk), 0) + 1 FROM items`,
  `INSERT OR IGNORE INTO state (name, value) VALUES ('feed', lower(hex(randomblob(16))))`,
];

export type ArrivalNumbers = {
  take(): number;
  /** The next one to be taken is this: for items that have had theirs before. */
  jumpTo(number: number): void;
  /** Before the commit of the items that have them. */
  keep(): void;
  forget(): void;
};

export function createArrivalNumbers(prepare: Prepare): ArrivalNumbers {
  let next: number | null = null;
  let kept = 0;
  return {
    take() {
      if (next === null) kept = next = Number(readState(prepare, 'next_pk'));
      return next++;
    },
    jumpTo: (number) => void (next = number),
    keep() {
      if (next === null || next === kept) return;
      writeState(prepare, 'next_pk', String(next));
      kept = next;
    },
    forget: () => void (next = null),
  };
}
