import { type EntriesTable, type Partition, partedTable, wholeTable } from './partitions.ts';
import type { Query } from '../database/query.ts';

/** Where a writing transaction finds entries, and has to keep them. */
export type EntryPlaces = {
  /** What searches read. */
  readonly table: EntriesTable;
  /** Items up to this number have their entries in partitions: none, some while they are being parted, or all. */
  readonly partedUpTo: number;
  /** The partitions there are, and whether one was seen empty. */
  readonly partitions: Map<string, boolean>;
};

export async function readPlaces(query: Query, table: EntriesTable, parting: number | null): Promise<EntryPlaces> {
  if (table === wholeTable && parting === null) return { table, partedUpTo: -1, partitions: new Map() };
  const rows = await query<[string, boolean]>('SELECT name, empty_since IS NOT NULL FROM catalog_partitions');
  return { table, partedUpTo: table === partedTable ? Infinity : parting!, partitions: new Map(rows) };
}

/**
 * Makes those that are missing. Whoever writes is alone, so nobody makes the same one; a table that is attached, unlike
 * one that is made as a partition, lets searches go on.
 */
export async function makePartitions(
  query: Query,
  { partitions }: EntryPlaces,
  needed: readonly Partition[],
): Promise<void> {
  for (const { name, low, high } of needed) {
    if (partitions.has(name)) continue;
    await query(`CREATE TABLE ${name} (LIKE ${partedTable})`);
    await query(`ALTER TABLE ${partedTable} ATTACH PARTITION ${name} FOR VALUES FROM ('${low}') TO ('${high}')`);
    await query('INSERT INTO catalog_partitions (name) VALUES (?)', [name]);
    partitions.set(name, false);
  }
  const filled = needed.map(({ name }) => name).filter((name) => partitions.get(name) === true);
  if (filled.length === 0) return;
  await query('UPDATE catalog_partitions SET empty_since = NULL WHERE name = ANY(?::text[])', [filled]);
  for (const name of filled) partitions.set(name, false);
}
