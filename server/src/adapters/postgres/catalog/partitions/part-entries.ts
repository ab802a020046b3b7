import type { Desk } from '../write/desk.ts';
import { partedTable } from './partitions.ts';
import { type TimedItem, addToPartitions } from './write-entries.ts';

const itemsAtOnce = 1_000;
const some = 'SELECT pk, dt FROM catalog_items WHERE pk > ? ORDER BY pk LIMIT ?';
const go = `UPDATE catalog_state SET entries = '${partedTable}', parting = NULL, parted_at = now()`;

/** One chunk of it; false when there is nothing left to part. */
export async function partNext(desk: Desk): Promise<boolean> {
  const [state] = await desk.query<[number | null]>('SELECT parting FROM catalog_state');
  const [parting] = state!;
  if (parting !== null) await partSome(desk, parting);
  return parting !== null;
}

/**
 * The entries of the next items, as copies in partitions. Searches read the one table until all have one: they learn
 * which from the state that their own moment sees, and whoever writes keeps both up to date meanwhile.
 */
async function partSome(desk: Desk, after: number): Promise<void> {
  const { query } = desk;
  const rows = await query<[number, string]>(some, [after, itemsAtOnce]);
  const last = rows.at(-1)?.[0];
  if (last === undefined) {
    await query(go);
    desk.hasChanged = true;
    return;
  }
  await addToPartitions(
    desk,
    rows.map(([pk, dt]): TimedItem => ({ pk, dt })),
  );
  await query('UPDATE catalog_state SET parting = ?', [last]);
}
