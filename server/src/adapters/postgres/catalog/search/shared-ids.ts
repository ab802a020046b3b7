import type { StoredItem } from '../../../../catalog/ports.ts';
import type { Query } from '../database/query.ts';

const several = 'SELECT count(*) FROM (SELECT 1 FROM catalog_collections LIMIT 2) x';
/** From the index of ids alone, one after the other. */
const shared = `SELECT k.id FROM unnest(?::text[]) AS k (id)
  WHERE (SELECT count(*) FROM (SELECT 1 FROM catalog_items i WHERE i.id = k.id LIMIT 2) x) > 1`;

/** Of items, the ids that items of other collections have too. */
export async function readSharedIds(
  query: Query,
  items: readonly Pick<StoredItem, 'id'>[],
): Promise<ReadonlySet<string>> {
  const [row] = await query<[number]>(several);
  if (row![0] < 2) return new Set();
  const rows = await query<[string]>(shared, [items.map(({ id }) => id)]);
  return new Set(rows.map(([id]) => id));
}
