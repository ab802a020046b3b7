import type { Prepare } from './snapshot.ts';

/**
 * Rows of `state`. `version` counts changes; `index_version` is what all items are indexed by; `reindex` is the last item
 * of a running pass over all; `clearing` lists slots whose values are being removed; `unindexed` is the first item of a
 * load that was not finished.
 */
type StateName = 'version' | 'index_version' | 'reindex' | 'clearing' | 'unindexed';

export function readState(prepare: Prepare, name: StateName): string | null {
  const row = prepare('SELECT value FROM state WHERE name = ?').get(name) as [string] | undefined;
  return row?.[0] ?? null;
}

export function writeState(prepare: Prepare, name: StateName, value: string | null): void {
  if (value === null) prepare('DELETE FROM state WHERE name = ?').run(name);
  else prepare('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)').run(name, value);
}
