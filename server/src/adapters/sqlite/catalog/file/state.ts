import type { Prepare } from './statements.ts';

/**
 * Rows of `state`. `version` counts changes; `index_version` is what all items are indexed by; `reindex` is the last item
 * of a running pass over all; `clearing` lists slots whose values are being removed; `unindexed` is the first item of a
 * load that was not finished; `revision` counts changes of collections, and `gone` is that of the last deletion, `roster`
 * that of the last that came or went;
 * `survey` and `showing` are the last item and collection of passes that have collections show what their items tell,
 * `summarised` the properties that they summarise; `pooled` says that statistics over all collections are kept; `next_pk` and `feed` are those of arrivals;
 * `text_version` is the rule that texts are read by, `texts_read` the last item of a running pass over them.
 */
type StateName =
  | 'version'
  | 'index_version'
  | 'reindex'
  | 'clearing'
  | 'unindexed'
  | 'revision'
  | 'gone'
  | 'roster'
  | 'survey'
  | 'summarised'
  | 'showing'
  | 'pooled'
  | 'next_pk'
  | 'feed'
  | 'text_version'
  | 'texts_read';

export function readState(prepare: Prepare, name: StateName): string | null {
  const row = prepare('SELECT value FROM state WHERE name = ?').get(name) as [string] | undefined;
  return row?.[0] ?? null;
}

export function writeState(prepare: Prepare, name: StateName, value: string | null): void {
  if (value === null) prepare('DELETE FROM state WHERE name = ?').run(name);
  else prepare('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)').run(name, value);
}
