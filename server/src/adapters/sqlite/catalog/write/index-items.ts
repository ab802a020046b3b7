import { rawOfSlot, slotCount } from '../../../../catalog/plan/slots.ts';
import { type SortValue, sortValueOf } from '../../../../catalog/sort-value.ts';
import { type ItemRow, collectionOf, dtOf, idOf, slotOf, slotsIn, streamsIn } from '../file/item-row.ts';
import { searchableColumns } from '../file/schema.ts';
import { type WordIndex, createWordIndex, lastOf, onlyBefore } from './index-words.ts';
import type { FreshRows } from './fresh-rows.ts';
import { createNewRows, insertRow } from './new-rows.ts';
import type { Prepare } from '../file/statements.ts';
import { sortValueSql } from '../file/sort-value-sql.ts';

/** The rows of new items, and those of `entries` and `props`, which hold nothing that `items` does not. */
export type ItemIndex = {
  readonly words: WordIndex;
  /** Its entries are written, and counted, when the load ends. */
  isLate(pk: number): boolean;
  /** Its row, and its entries, are to be written; false, with nothing written, where there is one of that name. */
  insert(pk: number, row: ItemRow): boolean;
  /** Whether the row of such an item is still to come. */
  isWaiting(collection: string, id: string): boolean;
  /** The item's row was written: its entries follow. */
  add(pk: number, row: ItemRow): void;
  /** Before the row changes or goes. */
  remove(pk: number, row: ItemRow): void;
  /** Writes all that is still to come. */
  flush(): void;
};

const copied = searchableColumns
  .split(', ')
  .map((column) => `i.${column}`)
  .join(', ');

// A statement that could be undone by itself would copy every page that it touches: hence OR FAIL, and no call of a
// function where none is needed.
const addEntries = `INSERT OR FAIL INTO entries (stream, ${searchableColumns})
  SELECT s.value, ${copied} FROM json_each(?) AS p CROSS JOIN items AS i ON i.pk = p.value
    CROSS JOIN json_each(i.streams) AS s
  ORDER BY 1, i.dt DESC`;
const addProps = (
  table: string,
  slot: number,
  value: string,
): string => `INSERT OR FAIL INTO ${table} (slot, value, dt, id, collection, pk)
  SELECT ${slot}, value, dt, id, collection, pk
  FROM (SELECT ${value} AS value, i.dt, i.id, i.collection, i.pk
    FROM json_each(?) AS p CROSS JOIN items AS i ON i.pk = p.value)
  WHERE value IS NOT NULL ORDER BY value, dt DESC`;
const removeEntry = 'DELETE FROM entries WHERE stream = ? AND dt = ? AND id = ? AND collection = ?';

/** Indexes what was added when it is flushed, at the end of a verb or of all that are written as one; empty again after it. */
export function createItemIndex(prepare: Prepare, fresh: FreshRows): ItemIndex {
  const waiting = new Map<number, ItemRow>();
  let newItems = 0;
  const rows = createNewRows(prepare);
  const words = createWordIndex(prepare, fresh);
  return {
    words,
    isLate: () => false,
    insert(pk, row) {
      if (!rows.add(pk, row)) return false;
      newItems++;
      waiting.set(pk, row);
      return true;
    },
    isWaiting: rows.isWaiting,
    add: (pk, row) => void waiting.set(pk, row),
    remove(pk, row) {
      if (waiting.delete(pk)) return;
      const place = [dtOf(row), idOf(row), collectionOf(row)] as const;
      for (const stream of streamsIn(row)) prepare(removeEntry).run(stream, ...place);
      for (const { slot, value } of propsIn(row)) fresh.props.remove(slot, value, ...place);
    },
    flush() {
      rows.flush();
      words.flush();
      const isFresh = fresh.takes(newItems, lastOf(waiting.keys()));
      newItems = 0;
      if (waiting.size === 0) return;
      const numbers = [...waiting.keys()];
      prepare(addEntries).run(asJson(numbers));
      const slots = slotsWithValue(waiting.values());
      fresh.props.add(numbers, isFresh, (table, some) => {
        const json = asJson(some);
        let written = 0;
        for (const [slot, isAsStored] of slots) {
          const value = isAsStored ? `i.v${slot}` : sortValueSql(`i.v${slot}`);
          written += prepare(addProps(table, slot, value)).run(json).changes;
        }
        return written;
      });
      waiting.clear();
    },
  };
}

/** Leaves the items from `first` on for `index-later.ts`: they are not indexed yet. */
export function createLateIndex(prepare: Prepare, first: number, fresh: FreshRows): ItemIndex {
  const index = createItemIndex(prepare, fresh);
  return {
    words: onlyBefore(first, index.words, prepare),
    isLate: (pk) => pk >= first,
    insert: (pk, row) => prepare(insertRow).run(pk, ...row).changes > 0,
    isWaiting: () => false,
    add: (pk, row) => (pk < first ? index.add(pk, row) : undefined),
    remove: (pk, row) => (pk < first ? index.remove(pk, row) : undefined),
    flush: index.flush,
  };
}

const asJson = (numbers: readonly number[]): string => `[${numbers.join(',')}]`;

type Prop = { readonly slot: number; readonly value: number | string };

function propsIn(row: ItemRow): readonly Prop[] {
  return slotsIn(row).flatMap((raw, slot) => {
    const value: SortValue = raw === null ? null : sortValueOf(rawOfSlot(raw));
    return value === null ? [] : [{ slot, value }];
  });
}

/** The slots that one of the rows has something in, the first one first, and whether all of it sorts as it is stored. */
function slotsWithValue(rows: Iterable<ItemRow>): readonly (readonly [slot: number, isAsStored: boolean])[] {
  const found = new Map<number, boolean>();
  for (const row of rows)
    for (let slot = 0; slot < slotCount; slot++) {
      const raw = slotOf(row, slot);
      if (raw !== null && found.get(slot) !== false) found.set(slot, sortValueOf(rawOfSlot(raw)) === raw);
    }
  return [...found].sort(([a], [b]) => a - b);
}
