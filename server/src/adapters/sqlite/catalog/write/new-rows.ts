import { type ItemRow, collectionOf, idOf, rowColumns, rowMarks } from '../file/item-row.ts';
import type { Prepare } from '../file/statements.ts';

/**
 * The rows of items that are new, written in the order of their names, so that each page of that index is visited once:
 * a page that comes again after it was laid into the log has SQLite read the whole log once more before the commit.
 */
export type NewRows = {
  /** False where there is one of that name. */
  add(pk: number, row: ItemRow): boolean;
  isWaiting(collection: string, id: string): boolean;
  flush(): void;
};

export const insertRow = `INSERT OR IGNORE INTO items (pk, ${rowColumns}) VALUES (?, ${rowMarks})`;
const findName = 'SELECT 1 FROM items WHERE id = ? AND collection = ?';

export function createNewRows(prepare: Prepare): NewRows {
  const waiting = new Map<string, readonly [pk: number, row: ItemRow]>();
  const isWaiting = (collection: string, id: string): boolean => waiting.has(nameOf(collection, id));
  return {
    add(pk, row) {
      const [collection, id] = [collectionOf(row), idOf(row)];
      if (isWaiting(collection, id) || prepare(findName).get(id, collection) !== undefined) return false;
      waiting.set(nameOf(collection, id), [pk, row]);
      return true;
    },
    isWaiting,
    flush() {
      const insert = prepare(insertRow);
      for (const name of [...waiting.keys()].sort()) {
        const [pk, row] = waiting.get(name)!;
        if (insert.run(pk, ...row).changes === 0)
          throw new Error(`the row of a new item is there already: ${idOf(row)}`);
      }
      waiting.clear();
    },
  };
}

/** Neither has a control character in it. */
const nameOf = (collection: string, id: string): string => `${id}\n${collection}`;
