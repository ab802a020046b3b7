import type { JsonObject } from '../../../../catalog/refuse.ts';
import type { Desk } from './desk.ts';
import { entriesOfItems, removeEntries } from '../partitions/write-entries.ts';

const removeCounts = `INSERT INTO catalog_streams AS t (stream, items, oldest, newest)
  SELECT stream, count(*), '', '' FROM (${entriesOfItems}) x GROUP BY stream ORDER BY stream
  ON CONFLICT (stream) DO UPDATE SET items = t.items - excluded.items RETURNING t.stream, t.items`;
const dropStreams = 'DELETE FROM catalog_streams WHERE stream = ANY(?::bigint[])';

/** All that the store has of the items but the counts of their collections. */
export async function removeItems(desk: Pick<Desk, 'query' | 'entries'>, pks: readonly number[]): Promise<void> {
  if (pks.length === 0) return;
  const { query } = desk;
  const left = await query<[stream: number, items: number]>(removeCounts, [pks]);
  const empty = left.filter(([, items]) => items <= 0).map(([stream]) => stream);
  if (empty.length > 0) await query(dropStreams, [empty]);
  await removeEntries(desk, pks);
  await query('DELETE FROM catalog_items WHERE pk = ANY(?::bigint[])', [pks]);
}

const documents = 'SELECT collection, document FROM catalog_items WHERE pk = ANY(?::bigint[])';

/** Read some at a time: each may have a megabyte. */
const chunk = 50;

/** Counts what the items' properties said out again. */
export async function forgetProperties({ query, properties }: Desk, pks: readonly number[]): Promise<void> {
  for (let from = 0; from < pks.length; from += chunk)
    for (const [collection, text] of await query<[string, string]>(documents, [pks.slice(from, from + chunk)]))
      await properties.count(collection, (JSON.parse(text) as JsonObject)['properties'] as JsonObject, -1);
}
