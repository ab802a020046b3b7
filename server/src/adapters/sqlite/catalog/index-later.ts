import type { DeclaredProperty } from '../../../catalog/plan/slots.ts';
import type { Connection } from '../driver.ts';
import { searchableColumns } from './schema.ts';
import type { Prepare } from './snapshot.ts';
import { registerSortValue, sortValueSql } from './sort-value-sql.ts';

const copied = searchableColumns
  .split(', ')
  .map((column) => `i.${column}`)
  .join(', ');

const addEntries = `INSERT OR IGNORE INTO entries (stream, ${searchableColumns})
  SELECT s.value, ${copied} FROM items AS i CROSS JOIN json_each(i.streams) AS s WHERE i.pk >= ?
  ORDER BY 1, i.dt DESC, i.id, i.collection`;

const addProps = (column: string): string => `INSERT OR IGNORE INTO props (slot, value, dt, id, collection, pk)
  SELECT ?1, value, dt, id, collection, pk
  FROM (SELECT ${sortValueSql(column)} AS value, dt, id, collection, pk FROM items WHERE pk >= ?2)
  WHERE value IS NOT NULL ORDER BY value, dt DESC, id, collection`;

/** Indexes the items from one on, in the order of the index: SQLite does all of it. Some may be indexed already. */
export function indexLater(
  connection: Connection,
  prepare: Prepare,
  pk: number,
  declared: readonly DeclaredProperty[],
) {
  registerSortValue(connection);
  prepare(addEntries).run(pk);
  for (const { slot } of declared) prepare(addProps(`v${slot}`)).run(slot, pk);
}
