import { rangeOfWorld } from '../../../../catalog/plan/streams.ts';
import type { Desk } from '../write/desk.ts';
import { partedTable, wholeTable } from './partitions.ts';
import type { Param, Query } from '../database/query.ts';

export type PartitionRules = {
  /** Entries of more items than this are parted; 0 begins nothing. */
  readonly items: number;
  /** How long a table stays after its last use: longer than a search may look at a moment that is gone. */
  readonly restMs: number;
};

const isDue = `SELECT s.parting IS NOT NULL OR s.entries = '${wholeTable}' AND
    (SELECT coalesce(sum(items), 0) FROM catalog_streams WHERE stream BETWEEN ? AND ?) > ? AND
    (SELECT applied_at_ms FROM catalog_schema_version WHERE version = 5) <= ?
  FROM catalog_state s`;

/**
 * Whether there are as many items as that, or another node began and did not finish. Not at once after an upgrade: nodes
 * of the release before, which may still be at work, write to the one table alone.
 */
export async function isToBeParted(query: Query, { items, restMs }: PartitionRules): Promise<boolean> {
  const { first, last } = rangeOfWorld;
  const [row] = await query<[boolean]>(isDue, [first, last, items || Number.MAX_SAFE_INTEGER, Date.now() - restMs]);
  return row![0];
}

/** Another node may have begun it. */
export const beginParting = async ({ query }: Desk): Promise<void> =>
  void (await query(`UPDATE catalog_state SET parting = 0 WHERE parting IS NULL AND entries = '${wholeTable}'`));

const noteEmpty =
  'UPDATE catalog_partitions SET empty_since = now() WHERE name = ? AND empty_since IS NULL RETURNING 1';
const isWholeOver = `SELECT parted_at + ? * interval '1 ms' <= now() FROM catalog_state`;
const isLongEmpty = `SELECT empty_since + ? * interval '1 ms' <= now() FROM catalog_partitions WHERE name = ?`;
const holdsSomething = (name: string): string => `SELECT EXISTS (SELECT 1 FROM ${name})`;

const isTrue = async (query: Query, text: string, params: readonly Param[] = []): Promise<boolean> =>
  (await query<[boolean | null]>(text, params))[0]?.[0] === true;

/** Tables that nobody can have a use for any more; notes which partitions are empty. */
export async function tablesToDrop(desk: Desk, { restMs }: PartitionRules): Promise<readonly string[]> {
  const { query, entries } = desk;
  if (entries.table !== partedTable) return [];
  const over: string[] = [];
  if (await isTrue(query, isWholeOver, [restMs])) over.push(wholeTable);
  for (const name of entries.partitions.keys()) {
    if (await isTrue(query, holdsSomething(name))) continue;
    // From now on no search names it, but those whose moment is before this one.
    if ((await query(noteEmpty, [name])).length > 0) desk.hasChanged = true;
    if (await isTrue(query, isLongEmpty, [restMs, name])) over.push(name);
  }
  return over;
}

/** In a transaction of its own: where the lock is not to be had, nothing else fails with it. */
export async function dropTable({ query, entries }: Desk, name: string, { restMs }: PartitionRules): Promise<void> {
  await query(`SET LOCAL lock_timeout = '${lockMs}ms'`);
  if (name === wholeTable) {
    await query(`DROP TABLE IF EXISTS ${wholeTable}`);
    await query('UPDATE catalog_state SET parted_at = NULL');
    return;
  }
  // Since it was told of, somebody may have written to it, or dropped it.
  if (!entries.partitions.has(name) || !(await isTrue(query, isLongEmpty, [restMs, name]))) return;
  if (await isTrue(query, holdsSomething(name))) return;
  await query(`DROP TABLE ${name}`);
  await query('DELETE FROM catalog_partitions WHERE name = ?', [name]);
}

/** Searches that come meanwhile wait as long as this at most; those that run are never waited for longer. */
const lockMs = 200;
