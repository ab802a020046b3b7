import type { StoredItem } from '../../catalog/ports.ts';
import type { Connection } from '../sqlite/driver.ts';

/** Of items, the ids that items of other collections have too. */
export type SharedIds = (items: readonly Pick<StoredItem, 'id'>[]) => ReadonlySet<string>;

const none: ReadonlySet<string> = new Set();

/** One question for all of a chunk: asked for each feature by itself it would be a tenth of the work. */
export function createSharedIds(connection: Pick<Connection, 'prepare'>): SharedIds {
  const collections = connection.prepare('SELECT count(*) AS n FROM (SELECT 1 FROM collections LIMIT 2)');
  const shared = connection.prepare(
    'SELECT i.id AS id FROM json_each(?) AS given CROSS JOIN items AS i ON i.id = given.value GROUP BY i.id HAVING count(*) > 1',
  );
  return (items) => {
    if ((collections.get() as { n: number }).n < 2) return none;
    const rows = shared.all(JSON.stringify(items.map(({ id }) => id))) as readonly { id: string }[];
    return rows.length === 0 ? none : new Set(rows.map(({ id }) => id));
  };
}
