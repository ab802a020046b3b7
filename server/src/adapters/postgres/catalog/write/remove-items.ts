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

const documents = 'SELECT pk, collection, document FROM catalog_items WHERE pk = ANY(?::bigint[])';

/** Read some at a time: each may have a megabyte. */
const chunk = 50;

/** In no order. */
export async function* eachDocument({ query }: Pick<Desk, 'query'>, pks: readonly number[]) {
  for (let from = 0; from < pks.length; from += chunk)
    for (const [pk, collection, text] of await query<[number, string, string]>(documents, [
      pks.slice(from, from + chunk),
    ]))
      yield { pk, collection, document: JSON.parse(text) as JsonObject };
}

/** Counts what the items' properties said out again. */
export async function forgetProperties(desk: Desk, pks: readonly number[]): Promise<void> {
  for await (const { collection, document } of eachDocument(desk, pks))
    await desk.properties.count(collection, document['properties'] as JsonObject, -1);
}
