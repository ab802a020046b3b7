import type { Desk } from '../write/desk.ts';
import { type ItemRow, collectionOf, rowColumns } from '../file/item-row.ts';
import { keyOfRow, kindOfSlot, ownKinds } from '../rollups/rolled-keys.ts';
import { addToRollup } from '../rollups/rollup-counts.ts';

type Needs = Pick<Desk, 'prepare' | 'memory'>;

/** Makes the table of kinds say what is to be counted; what is new is filled in chunks. */
export function settleRollups({ prepare, memory }: Needs): void {
  const slots = memory.declared().filter(({ isReady }) => isReady);
  const wanted = new Set([...ownKinds, ...slots.map(({ slot }) => kindOfSlot(slot))]);
  const known = (prepare('SELECT kind FROM rollup_kinds').all() as [number][]).map(([kind]) => kind);
  for (const kind of known.filter((each) => !wanted.has(each))) {
    prepare('DELETE FROM rollup_kinds WHERE kind = ?').run(kind);
    prepare('DELETE FROM rollups WHERE kind = ?').run(kind);
  }
  const isEmpty = prepare('SELECT 1 FROM items LIMIT 1').get() === undefined;
  for (const kind of wanted) if (!known.includes(kind)) memory.rollups.setFilled(kind, isEmpty ? Infinity : 0);
  memory.rollups.forget();
}

const itemsAtOnce = 2_000;

const someRows = `SELECT pk, ${rowColumns} FROM items WHERE pk > ? AND pk <= ? ORDER BY pk LIMIT ?`;

/** Counts one chunk of older items; false when all are counted. */
export function fillRollups({ prepare, memory, tally }: Desk): boolean {
  const { rollups } = memory;
  const open = rollups.kept().filter(({ filled }) => filled !== Infinity);
  if (open.length === 0) return false;
  const from = Math.min(...open.map(({ filled }) => filled));
  const kinds = open.filter(({ filled }) => filled === from).map(({ kind }) => kind);
  // Up to where others were filled already: from there on they go together.
  const to = Math.min(...open.map(({ filled }) => (filled === from ? Infinity : filled)));
  const rows = prepare(someRows).all(from, Math.min(to, Number.MAX_SAFE_INTEGER), itemsAtOnce) as unknown as Row[];
  for (const [, ...row] of rows) {
    const collection = memory.collectionNumber(collectionOf(row))!;
    for (const kind of kinds) {
      const key = keyOfRow(row, kind);
      if (key !== null) addToRollup(tally.rollups, collection, kind, key, 1);
    }
  }
  const filled = rows.length < itemsAtOnce ? to : rows.at(-1)![0];
  for (const kind of kinds) rollups.setFilled(kind, filled);
  return true;
}

type Row = readonly [pk: number, ...ItemRow];
