import { type PropertyStatistics, mergeStatistics } from '../../../../catalog/property-statistics.ts';
import { pool } from '../collections/remembered-statistics.ts';
import type { Prepare } from '../file/statements.ts';
import { readState, writeState } from '../file/state.ts';

/** Has collections show what this process was told to summarise; `null` leaves it as it is, where it is said already. */
export function settleFacts(prepare: Prepare, summarised: readonly string[] | null, declared: readonly string[]): void {
  if (readState(prepare, 'pooled') === null) poolStatistics(prepare);
  const before = readState(prepare, 'summarised');
  const names = JSON.stringify([...new Set(summarised ?? declared)]);
  if (before === names || (before !== null && summarised === null)) return;
  writeState(prepare, 'summarised', names);
  if (prepare('SELECT 1 FROM collections LIMIT 1').get() !== undefined) writeState(prepare, 'showing', '0');
}

type Row = readonly [name: string, statistics: string];

/** Once, for a store that an earlier release wrote: over all collections, name by name. */
function poolStatistics(prepare: Prepare): void {
  const pooled = new Map<string, PropertyStatistics>();
  const rows = prepare('SELECT name, statistics FROM property_stats WHERE collection <> ?').all(pool);
  for (const [name, text] of rows as unknown as Row[]) {
    const one = new Map([[name, { ...(JSON.parse(text) as PropertyStatistics), count: 1 }]]);
    const known = pooled.get(name);
    pooled.set(name, mergeStatistics(known === undefined ? [one] : [new Map([[name, known]]), one]).get(name)!);
  }
  const save = prepare('INSERT OR REPLACE INTO property_stats (collection, name, statistics) VALUES (?, ?, ?)');
  for (const [name, statistics] of pooled) save.run(pool, name, JSON.stringify(statistics));
  writeState(prepare, 'pooled', '1');
}
