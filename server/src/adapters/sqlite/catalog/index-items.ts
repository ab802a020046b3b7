import { rawOfSlot } from '../../../catalog/plan/slots.ts';
import { type SortValue, sortValueOf } from '../../../catalog/sort-value.ts';
import { type ItemRow, collectionOf, dtOf, idOf, slotsIn, streamsIn } from './item-row.ts';
import { searchableColumns } from './schema.ts';
import { type WordIndex, createWordIndex, onlyBefore } from './index-words.ts';
import { createNewRows, insertRow } from './new-rows.ts';
import type { Prepare } from './snapshot.ts';

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

// OR FAIL: a statement that could be undone by itself would copy every page that it touches.
const addEntries = `INSERT OR FAIL INTO entries (stream, ${searchableColumns})
  SELECT s.value, ${copied} FROM json_each(?) AS p CROSS JOIN items AS i ON i.pk = p.value
    CROSS JOIN json_each(i.streams) AS s
  ORDER BY 1, i.dt DESC`;
const addProp = 'INSERT OR FAIL INTO props (slot, value, dt, id, collection, pk) VALUES (?, ?, ?, ?, ?, ?)';
const removeEntry = 'DELETE FROM entries WHERE stream = ? AND dt = ? AND id = ? AND collection = ?';
const removeProp = 'DELETE FROM props WHERE slot = ? AND value = ? AND dt = ? AND id = ? AND collection = ?';

/** Indexes what was added when it is flushed: at the end of a verb. */
export function createItemIndex(prepare: Prepare): ItemIndex {
  const waiting = new Map<number, ItemRow>();
  const rows = createNewRows(prepare);
  const words = createWordIndex(prepare);
  return {
    words,
    isLate: () => false,
    insert(pk, row) {
      if (!rows.add(pk, row)) return false;
      waiting.set(pk, row);
      return true;
    },
    isWaiting: rows.isWaiting,
    add: (pk, row) => void waiting.set(pk, row),
    remove(pk, row) {
      if (waiting.delete(pk)) return;
      const place = [dtOf(row), idOf(row), collectionOf(row)] as const;
      for (const stream of streamsIn(row)) prepare(removeEntry).run(stream, ...place);
      for (const { slot, value } of propsIn(row)) prepare(removeProp).run(slot, value, ...place);
    },
    flush() {
      rows.flush();
      words.flush();
      if (waiting.size === 0) return;
      prepare(addEntries).run(`[${[...waiting.keys()].join(',')}]`);
      const add = prepare(addProp);
      for (const { slot, value, row, pk } of sortedProps(waiting))
        add.run(slot, value, dtOf(row), idOf(row), collectionOf(row), pk);
      waiting.clear();
    },
  };
}

/** Leaves the items from `first` on for `index-later.ts`: they are not indexed yet. */
export function createLateIndex(prepare: Prepare, first: number): ItemIndex {
  const index = createItemIndex(prepare);
  return {
    words: onlyBefore(first, index.words),
    isLate: (pk) => pk >= first,
    insert: (pk, row) => prepare(insertRow).run(pk, ...row).changes > 0,
    isWaiting: () => false,
    add: (pk, row) => (pk < first ? index.add(pk, row) : undefined),
    remove: (pk, row) => (pk < first ? index.remove(pk, row) : undefined),
    flush: index.flush,
  };
}

type Prop = { readonly slot: number; readonly value: number | string };
type PlacedProp = Prop & { readonly row: ItemRow; readonly pk: number };

function propsIn(row: ItemRow): readonly Prop[] {
  return slotsIn(row).flatMap((raw, slot) => {
    const value: SortValue = raw === null ? null : sortValueOf(rawOfSlot(raw));
    return value === null ? [] : [{ slot, value }];
  });
}

/** In the order of the table, so that each of its pages is visited once. */
function sortedProps(rows: ReadonlyMap<number, ItemRow>): readonly PlacedProp[] {
  const props = [...rows].flatMap(([pk, row]) => propsIn(row).map(({ slot, value }) => ({ slot, value, row, pk })));
  return props.sort((a, b) => a.slot - b.slot || byValue(a.value, b.value) || newestFirst(dtOf(a.row), dtOf(b.row)));
}

const newestFirst = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

function byValue(a: number | string, b: number | string): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
