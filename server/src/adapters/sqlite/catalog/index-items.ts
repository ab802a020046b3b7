import { type DeclaredProperty, rawOfSlot } from '../../../catalog/plan/slots.ts';
import { sortValueOf } from '../../../catalog/sort-value.ts';
import { type ItemRow, dtOf, idOf, slotsIn } from './item-row.ts';
import { searchableColumns } from './schema.ts';
import type { Prepare } from './snapshot.ts';
import { sortValueSql } from './sort-value-sql.ts';

/** `entries` and `props` hold nothing that `items` does not: SQLite copies it itself, in the order of their keys. */
export type ItemIndex = {
  /** The item's row was written: its entries follow. */
  add(pk: number): void;
  /** Before the row changes or goes. */
  remove(pk: number, row: ItemRow): void;
  /** Writes all entries that are still to come. */
  flush(): void;
};

const copied = searchableColumns
  .split(', ')
  .map((column) => `i.${column}`)
  .join(', ');

const entriesFrom = (items: string): string => `INSERT INTO entries (stream, ${searchableColumns})
  SELECT s.value, ${copied} FROM ${items} CROSS JOIN json_each(i.streams) AS s
  ORDER BY 1, i.dt DESC, i.id, i.collection`;

const removeEntries = `DELETE FROM entries WHERE (stream, dt, id, collection) IN (
  SELECT s.value, i.dt, i.id, i.collection FROM items AS i CROSS JOIN json_each(i.streams) AS s WHERE i.pk = ?)`;
const removeProp = 'DELETE FROM props WHERE slot = ? AND value = ? AND dt = ? AND id = ? AND collection = ?';

function propsFrom(items: string, declared: readonly DeclaredProperty[]): string {
  const arms = declared.map(
    ({ slot }) => `SELECT ${slot} AS slot, ${sortValueSql(`i.v${slot}`)} AS value, i.dt AS dt, i.id AS id,
      i.collection AS collection, i.pk AS pk FROM ${items} WHERE i.v${slot} IS NOT NULL`,
  );
  return `INSERT INTO props (slot, value, dt, id, collection, pk)
    SELECT slot, value, dt, id, collection, pk FROM (${arms.join(' UNION ALL ')}) WHERE value IS NOT NULL
    ORDER BY slot, value, dt DESC, id, collection`;
}

const listed = 'json_each(?1) AS p CROSS JOIN items AS i ON i.pk = p.value';
const later = '(SELECT * FROM items WHERE pk >= ?1) AS i';

/** Indexes what was added when it is flushed: at the end of a verb. */
export function createItemIndex(prepare: Prepare, declared: () => readonly DeclaredProperty[]): ItemIndex {
  const waiting = new Set<number>();
  return {
    add: (pk) => void waiting.add(pk),
    remove(pk, row) {
      if (waiting.delete(pk)) return;
      prepare(removeEntries).run(pk);
      removeProps(prepare, row);
    },
    flush() {
      if (waiting.size === 0) return;
      const list = `[${[...waiting].join(',')}]`;
      prepare(entriesFrom(listed)).run(list);
      if (declared().length > 0) prepare(propsFrom(listed, declared())).run(list);
      waiting.clear();
    },
  };
}

/** Leaves the items from `first` on for `indexFrom`: they are not indexed yet. */
export function createLateIndex(
  prepare: Prepare,
  declared: () => readonly DeclaredProperty[],
  first: number,
): ItemIndex {
  const index = createItemIndex(prepare, declared);
  return {
    add: (pk) => (pk < first ? index.add(pk) : undefined),
    remove: (pk, row) => (pk < first ? index.remove(pk, row) : undefined),
    flush: index.flush,
  };
}

/** Indexes the items from one on, of which none is indexed yet. */
export function indexFrom(prepare: Prepare, pk: number, declared: readonly DeclaredProperty[]): void {
  prepare(entriesFrom(later)).run(pk);
  if (declared.length > 0) prepare(propsFrom(later, declared)).run(pk);
}

function removeProps(prepare: Prepare, row: ItemRow): void {
  slotsIn(row).forEach((slot, i) => {
    const value = sortValueOf(rawOfSlot(slot));
    if (value !== null) prepare(removeProp).run(i, value, dtOf(row), idOf(row), row[0]!);
  });
}
