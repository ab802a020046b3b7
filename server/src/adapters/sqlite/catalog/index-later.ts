import type { DeclaredProperty } from '../../../catalog/plan/slots.ts';
import { sortValueOf } from '../../../catalog/sort-value.ts';
import type { Connection } from '../driver.ts';
import { searchableColumns } from './schema.ts';
import type { Prepare } from './snapshot.ts';

const copied = searchableColumns
  .split(', ')
  .map((column) => `i.${column}`)
  .join(', ');

const addEntries = `INSERT OR FAIL INTO entries (stream, ${searchableColumns})
  SELECT s.value, ${copied} FROM items AS i CROSS JOIN json_each(i.streams) AS s WHERE i.pk >= ?
  ORDER BY 1, i.dt DESC, i.id, i.collection`;

/** `sortValueOf` a slot's value; only texts that may be timestamps leave SQLite for it. */
const sortValue = (column: string): string => `CASE typeof(${column})
  WHEN 'blob' THEN CASE ${column} WHEN x'00' THEN 0 WHEN x'01' THEN 1 END
  WHEN 'text' THEN CASE WHEN ${column} LIKE '____-_____T%' THEN sort_value(${column}) ELSE ${column} END
  ELSE ${column} END`;

const addProps = (column: string): string => `INSERT OR FAIL INTO props (slot, value, dt, id, collection, pk)
  SELECT ?1, value, dt, id, collection, pk
  FROM (SELECT ${sortValue(column)} AS value, dt, id, collection, pk FROM items WHERE pk >= ?2)
  WHERE value IS NOT NULL ORDER BY value, dt DESC, id, collection`;

/** Indexes the items from one on, of which none is indexed yet, in the order of the index: SQLite does all of it. */
export function indexLater(connection: Connection, prepare: Prepare, pk: number, declared: readonly DeclaredProperty[]) {
  connection.function('sort_value', { deterministic: true }, (text: string) => sortValueOf(text));
  prepare(addEntries).run(pk);
  for (const { slot } of declared) prepare(addProps(`v${slot}`)).run(slot, pk);
}
