import type { Catalog } from '../../../../catalog/ports.ts';
import {
  type CatalogOverview,
  type CollectionStatistics,
  type PropertyMap,
  type PropertyStatistics,
  mergeStatistics,
  mostValues,
} from '../../../../catalog/property-statistics.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import { pool } from './property-tally.ts';
import type { Query } from '../database/query.ts';

/** In the order in which the collections were made. */
export async function readStatistics(
  query: Query,
  ...[collections, visibility]: Parameters<Catalog['statistics']>
): Promise<readonly CollectionStatistics[]> {
  const ids = namesOf(collections, visibility);
  const visible = ids === null ? 'TRUE' : 'c.id = ANY(?::text[])';
  const rows = await query<[string, number]>(
    `SELECT c.id, c.items FROM catalog_collections c WHERE ${visible} ORDER BY c.number`,
    ids === null ? [] : [ids],
  );
  const properties = await readProperties(
    query,
    rows.map(([id]) => id),
  );
  return rows.map(([collection, items]) => ({
    collection,
    items,
    properties: properties.get(collection) ?? new Map<string, PropertyStatistics>(),
  }));
}

/** Null is all. */
function namesOf(collections: readonly string[] | null, visibility: Visibility): readonly string[] | null {
  if (collections === null) return visibility === 'all' ? null : [...visibility];
  return [...new Set(collections)].filter((id) => isVisible(id, visibility));
}

async function readProperties(query: Query, collections: readonly string[]): Promise<ReadonlyMap<string, PropertyMap>> {
  const rows = await query<[string, string, string]>(
    `SELECT p.collection, p.name, p.statistics FROM catalog_properties p WHERE p.collection = ANY(?::text[])
     ORDER BY p.name COLLATE "C"`,
    [collections],
  );
  const found = new Map<string, Map<string, PropertyStatistics>>();
  for (const [collection, name, text] of rows) {
    const known = found.get(collection) ?? new Map<string, PropertyStatistics>();
    found.set(collection, known.set(name, JSON.parse(text) as PropertyStatistics));
  }
  return found;
}

/** Of thousands of granted collections all are read: nothing of them is kept here. */
export async function readOverview(query: Query, visibility: Visibility): Promise<CatalogOverview> {
  const known = await readProperties(query, visibility === 'all' ? [pool] : [...visibility]);
  const properties = visibility === 'all' ? (known.get(pool) ?? new Map()) : mergeStatistics([...known.values()]);
  return { collections: await fewIds(query, visibility), properties };
}

/** Null where there are too many to name. */
async function fewIds(query: Query, visibility: Visibility): Promise<readonly string[] | null> {
  const rows = await query<[string]>(
    `SELECT c.id FROM catalog_collections c WHERE ${visibility === 'all' ? 'TRUE' : 'c.id = ANY(?::text[])'}
     ORDER BY c.id LIMIT ${mostValues + 1}`,
    visibility === 'all' ? [] : [[...visibility]],
  );
  return rows.length > mostValues ? null : rows.map(([id]) => id);
}
