import type { Desk } from '../write/desk.ts';
import { makePartitions } from './entry-places.ts';
import { type EntriesTable, partedTable, partitionsOf, wholeTable } from './partitions.ts';
import { placedColumns, searchableColumns, slotsOfEntry } from '../database/schema.ts';

type EntriesDesk = Pick<Desk, 'query' | 'entries'>;

/** An item that has its row, and its time, '' for none. */
export type TimedItem = { readonly pk: number; readonly dt: string };

const columns = searchableColumns.join(', ');
const addTo = (table: EntriesTable): string => `INSERT INTO ${table} (stream, ${columns})
  SELECT unnest(streams) AS stream, ${columns} FROM (
    SELECT streams, ${[...placedColumns, ...slotsOfEntry].join(', ')} FROM catalog_items WHERE pk = ANY(?::bigint[]) OFFSET 0) x
  ORDER BY 1, dt DESC, id, collection`;
const [addToWhole, addToParts] = [addTo(wholeTable), addTo(partedTable)];

const pksOf = (items: readonly TimedItem[]): readonly number[] => items.map(({ pk }) => pk);

/** Made from the items' rows inside the database. */
export async function addEntries(desk: EntriesDesk, items: readonly TimedItem[]): Promise<void> {
  const { table, partedUpTo } = desk.entries;
  if (table === wholeTable) await desk.query(addToWhole, [pksOf(items)]);
  const parted = items.filter(({ pk }) => pk <= partedUpTo);
  if (parted.length > 0) await addToPartitions(desk, parted);
}

export async function addToPartitions({ query, entries }: EntriesDesk, items: readonly TimedItem[]): Promise<void> {
  await makePartitions(query, entries, partitionsOf(items.map(({ dt }) => dt)));
  await query(addToParts, [pksOf(items)]);
}

/** What entries are found by, of items that are given by their numbers. */
export const entriesOfItems = `SELECT unnest(i.streams) AS stream, i.dt, i.id, i.collection FROM catalog_items i
  WHERE i.pk = ANY(?::bigint[])`;

/** Row by row from the index, however many rows the database takes the tables to have. */
const removeFrom = (table: string, ofItems = entriesOfItems): string => `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
  SELECT r.place FROM (${ofItems}) x CROSS JOIN LATERAL (
    SELECT r.ctid AS place FROM ${table} r
     WHERE r.stream = x.stream AND r.dt = x.dt AND r.id = x.id AND r.collection = x.collection OFFSET 0) r))`;
const years = 'SELECT DISTINCT left(dt, 4) FROM catalog_items WHERE pk = ANY(?::bigint[])';

/** Before the items' rows go. */
export async function removeEntries({ query, entries }: EntriesDesk, pks: readonly number[]): Promise<void> {
  const { table, partedUpTo, partitions } = entries;
  if (table === wholeTable) await query(removeFrom(wholeTable), [pks]);
  const parted = pks.filter((pk) => pk <= partedUpTo);
  if (parted.length === 0) return;
  const found = partitionsOf((await query<[string]>(years, [parted])).map(([year]) => year));
  // One by one: a row's place is told within its own table.
  for (const { name, low, high } of found.filter((each) => partitions.has(each.name)))
    await query(removeFrom(name, `${entriesOfItems} AND i.dt >= '${low}' AND i.dt < '${high}'`), [parted]);
}
