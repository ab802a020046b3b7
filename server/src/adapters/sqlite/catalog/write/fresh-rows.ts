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
};

/** By pages that bulks of 1,000 touch in a catalogue of a million items: 2.8 of both kinds of tables, 9.5 without. */
export const usualLimits: FreshLimits = {
  leastItems: 200,
  mostItems: 14_000,
  leastNumber: 50_000,
  mostWords: 120_000,
  mostProps: 60_000,
  leastMoved: 2_000,
};

/** Nothing is written there. */
export const noFreshRows: FreshLimits = { ...usualLimits, mostItems: 0 };

export type FreshRows = {
  readonly words: FreshTable;
  readonly props: FreshTable;
  /** Whether rows of a bulk belong into the small tables, by its new items: those of others come back to where they were. */
  takes(newItems: number, lastNumber: number): boolean;
  /** Before the commit of rows that went there: as many as are too many move into the large tables. */
  makeRoom(): void;
  /** Others may have written. */
  forget(): void;
};

type Key = readonly (string | number)[];

type FreshTable = {
  readonly name: string;
  wrote(rows: number): void;
  /** The row of that key, in whichever table it lies. */
  remove(...key: Key): void;
  makeRoom(): void;
  forget(): void;
};

export function createFreshRows(prepare: Prepare, limits: FreshLimits): FreshRows {
  const words = createFreshTable(prepare, wordTables, limits.mostWords, limits.leastMoved);
  const props = createFreshTable(prepare, propTables, limits.mostProps, limits.leastMoved);
  return {
    words,
    props,
    takes: (newItems, lastNumber) =>
      newItems >= limits.leastItems && newItems <= limits.mostItems && lastNumber >= limits.leastNumber,
    makeRoom() {
      words.makeRoom();
      props.makeRoom();
    },
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
  /** From where on a walk goes, and the first such place. */
  readonly from: string;
  readonly start: Key;
  /** Up to a row, and the row itself; its values follow those of `from`. */
  readonly until: string;
};

const wordTables: Tables = {
  fresh: 'fresh_words',
  large: 'word_rows',
  columns: 'word, dt, pk',
  order: 'word, dt DESC, pk',
  key: 'word, dt, pk',
  from: 'word >= ?1',
  start: [''],
  until: 'word <= ?2 AND (word < ?2 OR dt > ?3 OR (dt = ?3 AND pk <= ?4))',
};

const propTables: Tables = {
  fresh: 'fresh_props',
  large: 'prop_rows',
  columns: 'slot, value, dt, id, collection, pk',
  order: 'slot, value, dt DESC, id, collection',
  key: 'slot, value, dt, id, collection',
  from: '(slot, value) >= (?1, ?2)',
  start: [-1, 0],
  until: `(slot, value) <= (?3, ?4)
    AND ((slot, value) < (?3, ?4) OR dt > ?5 OR (dt = ?5 AND (id, collection) <= (?6, ?7)))`,
};

/**
 * Rows move in the order of the index, each time from where the last ones ended: so they lie as close together as those of
 * a bulk of twice as many as the small table holds, and no bulk waits for all of them.
 */
function createFreshTable(prepare: Prepare, tables: Tables, most: number, leastMoved: number): FreshTable {
  const { fresh, large, columns, order, key, from, until, start } = tables;
  let place = start;
  /** Null where it is not known. Rows that are removed are not told: they are counted anew once a turn. */
  let rows: number | null = null;
  let written = 0;

  const rowAhead = (offset: number): Key | undefined =>
    prepare(`SELECT ${key} FROM ${fresh} WHERE ${from} ORDER BY ${order} LIMIT 1 OFFSET ?${start.length + 1}`).get(
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

  return {
    name: fresh,
    wrote: (count) => void (written += count),
    remove(...row) {
      if (removeFrom(large, row) === 0) removeFrom(fresh, row);
    },
    makeRoom() {
      if (written === 0) return;
      rows = rows === null ? countRows(prepare, fresh) : rows + written;
      written = 0;
      const tooMany = rows - most;
      if (tooMany < leastMoved) return;
      const last = rowAhead(tooMany - 1);
      // What is missing where it ends at the end of the table comes the next time, from the beginning.
      const moved = last === undefined ? move(from, place) : move(`${from} AND ${until}`, [...place, ...last]);
      place = last === undefined ? start : last.slice(0, start.length);
      rows = last === undefined ? null : rows - moved;
    },
    forget() {
      rows = null;
      written = 0;
    },
  };
}

const countRows = (prepare: Prepare, table: string): number =>
  (prepare(`SELECT count(*) FROM ${table}`).get() as [number])[0];
