import type { Prepare } from './statements.ts';
import { readState } from './state.ts';

/**
 * Documents that became other ones under the same key, so that whoever keeps something that was made of a document knows
 * when it is no longer true. Those of new keys are new, and keys are never given again.
 */
export const replacementStatements: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS replaced (number INTEGER PRIMARY KEY, pk INTEGER NOT NULL)',
  // The oldest are forgotten: whoever is so far behind has to begin anew.
  `CREATE TRIGGER IF NOT EXISTS documents_replaced AFTER UPDATE OF document ON documents BEGIN
     INSERT INTO replaced (pk) VALUES (new.pk);
     DELETE FROM replaced WHERE number <= (SELECT max(number) FROM replaced) - 100000;
   END`,
];

/** How far a store has come: the last replacement, and the last key that was given. */
export type Changes = { readonly replaced: number; readonly arrived: number };

export function readChanges(prepare: Prepare): Changes {
  const [replaced] = prepare('SELECT ifnull(max(number), 0) FROM replaced').get() as [number];
  return { replaced, arrived: Number(readState(prepare, 'next_pk')) - 1 };
}

/** Keys whose documents were replaced since; null where that is no longer known. */
export function replacedSince(prepare: Prepare, number: number): readonly number[] | null {
  const [oldest] = prepare('SELECT ifnull(min(number), 0) FROM replaced').get() as [number];
  if (oldest > number + 1) return null;
  const rows = prepare('SELECT pk FROM replaced WHERE number > ?').all(number) as [number][];
  return rows.map(([pk]) => pk);
}

const sharing = `SELECT other.pk FROM items AS own CROSS JOIN items AS other ON other.id = own.id AND other.pk <> own.pk
  WHERE own.pk > ? AND own.pk <= ?`;

/** Keys of items that have an id of those which came between two keys. */
export const sharingIds = (prepare: Prepare, after: number, last: number): readonly number[] =>
  (prepare(sharing).all(after, last) as [number][]).map(([pk]) => pk);
