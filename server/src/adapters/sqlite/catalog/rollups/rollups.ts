import type { ItemRow } from '../file/item-row.ts';
import { type RollupKey, type RollupKind, isSlotKind, keyOfRow, placeKind } from './rolled-keys.ts';
import { type RollupCounts, addToRollup, changesOf } from './rollup-counts.ts';
import { everyCollection } from './rollup-schema.ts';
import type { Prepare } from '../file/statements.ts';

/** `filled`: items up to this one are counted; Infinity is all. */
export type KeptKind = { readonly kind: RollupKind; readonly filled: number };

/** What the writer counts while it writes. */
export type Rollups = {
  /** Counts an item in or out, as far as items are counted yet. */
  count(into: RollupCounts, collection: number, pk: number, row: ItemRow, by: 1 | -1): void;
  /** Writes what verbs have counted. */
  flush(counts: RollupCounts): void;
  kept(): readonly KeptKind[];
  setFilled(kind: RollupKind, filled: number): void;
  /** From here on new items are counted in memory, until `writeDeferred`: for loads that nobody reads beside. */
  defer(): void;
  writeDeferred(): void;
  forget(): void;
};

const upsert = `INSERT INTO rollups (kind, collection, key, items) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET items = items + excluded.items`;
const dropEmpty = 'DELETE FROM rollups WHERE kind = ? AND collection = ? AND key = ? AND items <= 0';
const readKinds = 'SELECT kind, filled FROM rollup_kinds WHERE filled IS NULL OR filled >= 0 ORDER BY kind';
const setKind = 'INSERT OR REPLACE INTO rollup_kinds (kind, filled) VALUES (?, ?)';

/** Values of a property that are worth to be counted apart: of more, most items have one of their own. */
const mostKeys = 5_000;
/** New counts after which the keys of a property are counted again. */
const betweenChecks = 1_000;

export function createRollups(prepare: Prepare): Rollups {
  let known: readonly KeptKind[] | null = null;
  let deferred: RollupCounts | null = null;
  const deferring = new Set<RollupKind>();
  const written = new Map<RollupKind, number>();

  const kept = (): readonly KeptKind[] =>
    (known ??= (prepare(readKinds).all() as [number, number | null][]).map(([kind, filled]) => ({
      kind,
      filled: filled ?? Infinity,
    })));

  function setFilled(kind: RollupKind, filled: number): void {
    prepare(setKind).run(kind, filled === Infinity ? null : filled);
    known = null;
  }

  function giveUp(kind: RollupKind): void {
    setFilled(kind, -1);
    deferring.delete(kind);
    prepare('DELETE FROM rollups WHERE kind = ?').run(kind);
  }

  function write(counts: RollupCounts, kind: RollupKind): void {
    const changes = changesOf(counts, kind);
    if (changes.length === 0) return;
    const all: RollupCounts = new Map();
    for (const [, keys] of changes) for (const [key, by] of keys) addToRollup(all, everyCollection, kind, key, by);
    if (kind === placeKind) all.clear();
    if (isSlotKind(kind) && hasTooMany(kind, all.get(everyCollection)![kind]!.size)) return giveUp(kind);
    const add = prepare(upsert);
    for (const [collection, keys] of [...changesOf(all, kind), ...changes.toSorted(([a], [b]) => a - b)])
      for (const key of sorted(keys.keys(), kind)) {
        const by = keys.get(key)!;
        if (by !== 0) add.run(kind, collection, key, by);
        if (by < 0) prepare(dropEmpty).run(kind, collection, key);
      }
  }

  /** Looks for it now and then only. */
  function hasTooMany(kind: RollupKind, more: number): boolean {
    if (more > mostKeys) return true;
    const since = (written.get(kind) ?? betweenChecks) + more;
    written.set(kind, since);
    if (since <= betweenChecks) return false;
    written.set(kind, 0);
    const counted = prepare('SELECT count(*) FROM rollups WHERE kind = ? AND collection = ?');
    return (counted.get(kind, everyCollection) as [number])[0] > mostKeys;
  }

  return {
    kept,
    setFilled,
    count(into, collection, pk, row, by) {
      for (const { kind, filled } of kept()) {
        const isDeferred = pk > filled;
        if (isDeferred && !deferring.has(kind)) continue;
        const key = keyOfRow(row, kind);
        if (key === null) continue;
        const keys = addToRollup(isDeferred ? deferred! : into, collection, kind, key, by);
        if (isDeferred && keys.size > mostKeys && isSlotKind(kind)) giveUp(kind);
      }
    },
    flush(counts) {
      for (const { kind } of kept()) write(counts, kind);
    },
    defer() {
      const [last] = prepare('SELECT coalesce(max(pk), 0) FROM items').get() as [number];
      const complete = kept().filter(({ filled }) => filled === Infinity);
      deferred = new Map();
      for (const { kind } of complete) {
        deferring.add(kind);
        setFilled(kind, last);
      }
    },
    writeDeferred() {
      for (const kind of deferring) setFilled(kind, Infinity);
      if (deferred !== null) for (const kind of deferring) write(deferred, kind);
      deferring.clear();
      deferred = null;
    },
    forget() {
      known = null;
      // Items that were counted in memory alone are counted again from their rows.
      deferring.clear();
      deferred = null;
    },
  };
}

/** So that each page of the table is visited once; about in its order will do. */
const sorted = (keys: Iterable<RollupKey>, kind: RollupKind): Iterable<RollupKey> =>
  kind === placeKind ? Float64Array.from(keys as Iterable<number>).sort() : ([...keys] as string[]).sort();
