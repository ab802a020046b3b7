import type { Catalog } from '../../../../catalog/ports.ts';
import type { CollectionStatistics, PropertyMap, PropertyStatistics } from '../../../../catalog/property-statistics.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import type { Prepare } from '../file/statements.ts';

type Arguments = Parameters<Catalog['statistics']>;

/** What was read is kept until something is written. */
export function createStatisticsReader(
  prepare: Prepare,
  version: () => string,
): (...args: Arguments) => readonly CollectionStatistics[] {
  const kept = new Map<string, PropertyMap>();
  let keptAt = '';

  function read(collection: string): PropertyMap {
    const properties = kept.get(collection) ?? readProperties(prepare, collection);
    kept.set(collection, properties);
    return properties;
  }

  return (collections, visibility) => {
    const now = version();
    if (now !== keptAt) kept.clear();
    keptAt = now;
    return rowsOf(prepare, namesOf(collections, visibility)).map(([collection, items]) => ({
      collection,
      items,
      properties: read(collection),
    }));
  };
}

export function readProperties(prepare: Prepare, collection: string): PropertyMap {
  const rows = prepare('SELECT name, statistics FROM property_stats WHERE collection = ? ORDER BY name').all(
    collection,
  ) as [string, string][];
  return new Map(rows.map(([name, text]) => [name, JSON.parse(text) as PropertyStatistics]));
}

/** Null is all. */
function namesOf(collections: Arguments[0], visibility: Visibility): readonly string[] | null {
  if (collections === null) return visibility === 'all' ? null : [...visibility];
  return [...new Set(collections)].filter((id) => isVisible(id, visibility));
}

/** In the order in which they were made. */
function rowsOf(prepare: Prepare, ids: readonly string[] | null): readonly [id: string, items: number][] {
  if (ids === null)
    return prepare('SELECT id, items FROM collections ORDER BY number').all() as unknown as [string, number][];
  const rows = prepare('SELECT id, items, number FROM collections WHERE id IN (SELECT value FROM json_each(?))').all(
    JSON.stringify(ids),
  ) as unknown as [string, number, number][];
  return rows.sort(([, , a], [, , b]) => a - b).map(([id, items]) => [id, items]);
}
