import type { Prepare } from '../file/statements.ts';
import type { Tally } from './tally.ts';
import { flushWordCounts } from './word-counts.ts';

/** Oldest and newest only widen: what lies between is never missed; a stream that is empty starts anew. */
const addToStream = `UPDATE OR FAIL stream_facts SET items = items + ?2, newest = max(newest, ?4),
  oldest = CASE WHEN ?3 = '' OR (oldest <> '' AND oldest <= ?3) THEN oldest ELSE ?3 END WHERE stream = ?1`;
const addStream = 'INSERT INTO stream_facts (stream, items, oldest, newest) VALUES (?1, ?2, ?3, ?4)';
const dropEmpty = 'DELETE FROM stream_facts WHERE stream = ? AND items <= 0';
const addToCollection = 'UPDATE collections SET items = items + ? WHERE id = ?';
const setVersion = `INSERT OR REPLACE INTO state (name, value) VALUES ('version', ?)`;

/** `mark` tells this run of the writer from others: a restored backup that grows on never has the same version. */
export function flushTally({ streams, items, words, hasChanged }: Tally, prepare: Prepare, mark: string): void {
  const add = prepare(addToStream);
  // In the order of the table, so that each of its pages is visited once.
  for (const [stream, change] of [...streams].sort(byStream)) {
    const params = [stream, change.items, change.oldest, change.newest] as const;
    if (add.run(...params).changes === 0) prepare(addStream).run(...params);
    if (change.items <= 0) prepare(dropEmpty).run(stream);
  }
  for (const [collection, more] of items) if (more !== 0) prepare(addToCollection).run(more, collection);
  flushWordCounts(words, prepare);
  if (hasChanged) prepare(setVersion).run(`${versionCount(prepare) + 1}-${mark}`);
}

const byStream = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number => a - b;

function versionCount(prepare: Prepare): number {
  const row = prepare(`SELECT value FROM state WHERE name = 'version'`).get() as [string] | undefined;
  return row === undefined ? 0 : Number.parseInt(row[0], 10);
}
