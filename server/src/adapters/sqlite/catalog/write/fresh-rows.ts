import type { Prepare } from '../file/statements.ts';

/** Which bulks write their rows of `props` and `words` into the small tables first, and how much these hold. */
export type FreshLimits = {
  /** Smaller ones touch no more pages of the large tables than of the small ones. */
  readonly leastItems: number;
  /** Larger ones fill the pages of the large tables by themselves. */
  readonly mostItems: number;
  /** Numbers of items below this: the large tables are small themselves. */
  readonly leastNumber: number;
  readonly mostWords: number;
  readonly mostProps: number;
  /** Fewer are not worth a walk through both tables. */
  readonly leastMoved: number;
  /**
   * The rows of so many items come, and others go, before the next ones do: then a page of the small tables comes again
   * while the cache still has it. After it was laid into the log, SQLite would read the log from there on once more.
   */
  readonly itemsAtOnce: number;
};

/** By pages an item that bulks of 1,000 touch among one to two million items: 2.1 of both kinds of tables, 9.5 without. */
export const usualLimits: FreshLimits = {
  leastItems: 200,
  mostItems: 14_000,
  leastNumber: 50_000,
  mostWords: 120_000,
  mostProps: 60_000,
  leastMoved: 2_000,
  itemsAtOnce: 2_000,
};

/** Nothing is written there. */
export const noFreshRows: FreshLimits = { ...usualLimits, mostItems: 0 };

export type FreshRows = {
  readonly words: FreshTable;
  readonly props: FreshTable;
  /** Whether rows of a bulk belong into the small tables, by its new items: those of others come back to where they were. */
  takes(newItems: number, lastNumber: number): boolean;
  /** Others may have written. */
  forget(): void;
};

type Key = readonly (string | number)[];

type FreshTable = {
  /** Where rows lie: the large table, and the small one. */
  readonly names: readonly [large: string, fresh: string];
  /** Rows of some items are inserted into the table of that name, and counted; from the small one too many move on. */
  add<Item>(items: readonly Item[], isFresh: boolean, insert: (table: string, items: readonly Item[]) => number): void;
  /** The row of that key, in whichever table it lies. */
  remove(...key: Key): void;
  forget(): void;
};

export function createFreshRows(prepare: Prepare, limits: FreshLimits): FreshRows {
  const words = createFreshTable(prepare, wordTables, limits.mostWords, limits);
  const props = createFreshTable(prepare, propTables, limits.mostProps, limits);
  return {
    words,
    props,
    takes: (newItems, lastNumber) =>
      newItems >= limits.leastItems && newItems <= limits.mostItems && lastNumber >= limits.leastNumber,
    forget() {
      words.forget();
      props.forget();
    },
  };
}

type Tables = {
  readonly fresh: string;
  readonly large: string;
  readonly columns: string;
  readonly order: string;
  /** What tells a row from all others. */
  readonly key: string;
  /** After a row, and a key before all rows. */
  readonly after: string;
  readonly start: Key;
  /** Up to a row, and the row itself; its key follows that of `after`. */
  readonly until: string;
};

const wordTables: Tables = {
  fresh: 'fresh_words',
  large: 'word_rows',
  columns: 'word, dt, pk',
  order: 'word, dt DESC, pk',
  key: 'word, dt, pk',
  after: 'word >= ?1 AND (word > ?1 OR dt < ?2 OR (dt = ?2 AND pk > ?3))',
  start: ['', '', 0],
  until: 'word <= ?4 AND (word < ?4 OR dt > ?5 OR (dt = ?5 AND pk <= ?6))',
};

const propTables: Tables = {
  fresh: 'fresh_props',
  large: 'prop_rows',
  columns: 'slot, value, dt, id, collection, pk',
  order: 'slot, value, dt DESC, id, collection',
  key: 'slot, value, dt, id, collection',
  after: `(slot, value) >= (?1, ?2)
    AND ((slot, value) > (?1, ?2) OR dt < ?3 OR (dt = ?3 AND (id, collection) > (?4, ?5)))`,
  start: [-1, 0, '', '', ''],
  until: `(slot, value) <= (?6, ?7)
    AND ((slot, value) < (?6, ?7) OR dt > ?8 OR (dt = ?8 AND (id, collection) <= (?9, ?10)))`,
};

/**
 * Rows move in the order of the index, each time from where the last ones ended: so they lie as close together as those of
 * a bulk of twice as many as the small table holds, and no bulk waits for all of them.
 */
function createFreshTable(
  prepare: Prepare,
  tables: Tables,
  most: number,
  { leastMoved, itemsAtOnce }: FreshLimits,
): FreshTable {
  const { fresh, large, columns, order, key, after, until, start } = tables;
  let place = start;
  /** Null where it is not known. Rows that are removed are not told: they are counted anew once a turn. */
  let rows: number | null = null;

  const rowAhead = (offset: number): Key | undefined =>
    prepare(`SELECT ${key} FROM ${fresh} WHERE ${after} ORDER BY ${order} LIMIT 1 OFFSET ?${start.length + 1}`).get(
      ...place,
      offset,
    ) as Key | undefined;

  // A row that damage left there would fail this bulk, and each one after it.
  function move(condition: string, params: Key): number {
    prepare(
      `INSERT OR IGNORE INTO ${large} (${columns}) SELECT ${columns} FROM ${fresh} WHERE ${condition} ORDER BY ${order}`,
    ).run(...params);
    return prepare(`DELETE FROM ${fresh} WHERE ${condition}`).run(...params).changes;
  }

  const isRow = key
    .split(', ')
    .map((column) => `${column} = ?`)
    .join(' AND ');
  const removeFrom = (table: string, row: Key): number =>
    prepare(`DELETE FROM ${table} WHERE ${isRow}`).run(...row).changes;

  function makeRoom(written: number): void {
    rows = rows === null ? countRows(prepare, fresh) : rows + written;
    const tooMany = rows - most;
    if (tooMany < leastMoved) return;
    const last = rowAhead(tooMany - 1);
    // What is missing where it ends at the end of the table comes the next time, from the beginning.
    const moved = last === undefined ? move(after, place) : move(`${after} AND ${until}`, [...place, ...last]);
    place = last ?? start;
    rows = last === undefined ? null : rows - moved;
  }

  return {
    names: [large, fresh],
    add(items, isFresh, insert) {
      if (!isFresh) return void insert(large, items);
      for (let from = 0; from < items.length; from += itemsAtOnce) {
        const written = insert(fresh, items.slice(from, from + itemsAtOnce));
        if (written > 0) makeRoom(written);
      }
    },
    remove(...row) {
      if (removeFrom(large, row) === 0) removeFrom(fresh, row);
    },
    forget: () => void (rows = null),
  };
}

const countRows = (prepare: Prepare, table: string): number =>
  (prepare(`SELECT count(*) FROM ${table}`).get() as [number])[0];
