import type { Catalog } from '../../../catalog/ports.ts';
import type { CollectionStatistics, PropertyStatistics } from '../../../catalog/property-statistics.ts';
import { isVisible } from '../../../catalog/visibility.ts';
import type { Prepare } from './snapshot.ts';

type Arguments = Parameters<Catalog['statistics']>;

/** What was read is kept until something is written. */
export function createStatisticsReader(
  prepare: Prepare,
  version: () => string,
): (...args: Arguments) => readonly CollectionStatistics[] {
  const kept = new Map<string, CollectionStatistics>();
  let keptAt = '';

  function read(collection: string, items: number): CollectionStatistics {
    const known = kept.get(collection);
    if (known !== undefined) return known;
    const rows = prepare('SELECT name, statistics FROM property_stats WHERE collection = ? ORDER BY name').all(
      collection,
    ) as [string, string][];
    const properties = new Map(rows.map(([name, text]) => [name, JSON.parse(text) as PropertyStatistics]));
    const statistics = { collection, items, properties };
    kept.set(collection, statistics);
    return statistics;
  }

  return (collections, visibility) => {
    const now = version();
    if (now !== keptAt) kept.clear();
    keptAt = now;
    const wanted = collections && new Set(collections);
    const all = prepare('SELECT id, items FROM collections ORDER BY number').all() as [string, number][];
    return all
      .filter(([id]) => isVisible(id, visibility) && (wanted === null || wanted.has(id)))
      .map(([id, items]) => read(id, items));
  };
}
