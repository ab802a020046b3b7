import { type Connection, connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { registerFunctions } from '../../../server/src/adapters/sqlite/catalog/file/sql-functions.ts';
import { searchableColumns, statements } from '../../../server/src/adapters/sqlite/catalog/file/schema.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import type { SqlCondition } from '../../../server/src/catalog/plan/compile-sql.ts';
import { packTime } from '../../../server/src/catalog/plan/packed-time.ts';
import { type DeclaredProperty, slotReader } from '../../../server/src/catalog/plan/slots.ts';

/** A table in memory with one row for each item, in their order. */
export function rowsOf(items: readonly Item[], declared: readonly DeclaredProperty[]): Connection {
  const connection = connect(':memory:');
  registerFunctions(connection);
  const table = statements.find((statement) => /CREATE TABLE entries/.test(statement))!;
  connection.exec(table);
  const columns = searchableColumns.split(', ');
  const insert = connection.prepare(
    `INSERT INTO entries (stream, ${searchableColumns}) VALUES (1, ${columns.map(() => '?').join(', ')})`,
  );
  const slots = slotReader(declared);
  items.forEach((item, pk) => {
    const timed = ((item.document['properties'] as { readonly datetime?: unknown }).datetime ?? null) !== null;
    insert.run(
      pk,
      item.collection,
      item.id,
      packTime(item.dt ?? ''),
      Number(timed),
      item.start && packTime(item.start),
      item.end && packTime(item.end),
      ...(item.bbox ?? [null, null, null, null]),
      ...slots(item.document),
    );
  });
  return connection;
}

/** What SQL says of each row: true only for 1. */
export function verdictsOf(rows: Connection, condition: SqlCondition | null): (pk: number) => boolean {
  if (condition === null) return () => true;
  const statement = rows.prepare(`SELECT r.pk FROM entries r WHERE (${condition.sql}) = 1`);
  const found = new Set(statement.all(...condition.params).map((row) => (row as { pk: number }).pk));
  return (pk) => found.has(pk);
}
