import type { JsonObject } from '../../../catalog/refuse.ts';
import type { Desk } from './desk.ts';

const entries = `SELECT unnest(i.streams) AS stream, i.dt, i.id, i.collection FROM catalog_items i
  WHERE i.pk = ANY(?::bigint[])`;

const removeCounts = `INSERT INTO catalog_streams AS t (stream, items, oldest, newest)
  SELECT stream, count(*), '', '' FROM (${entries}) x GROUP BY stream ORDER BY stream
  ON CONFLICT (stream) DO UPDATE SET items = t.items - excluded.items RETURNING t.stream, t.items`;
/** Row by row from the index, however many rows the database takes the tables to have. */
const removeEntries = `DELETE FROM catalog_entries WHERE ctid = ANY(ARRAY(
  SELECT r.place FROM (${entries}) x CROSS JOIN LATERAL (
    SELECT r.ctid AS place FROM catalog_entries r
     WHERE r.stream = x.stream AND r.dt = x.dt AND r.id = x.id AND r.collection = x.collection OFFSET 0) r))`;
const dropStreams = 'DELETE FROM catalog_streams WHERE stream = ANY(?::bigint[])';

/** All that the store has of the items but the counts of their collections. */
export async function removeItems({ query }: Pick<Desk, 'query'>, pks: readonly number[]): Promise<void> {
  if (pks.length === 0) return;
  const left = await query<[stream: number, items: number]>(removeCounts, [pks]);
  const empty = left.filter(([, items]) => items <= 0).map(([stream]) => stream);
  if (empty.length > 0) await query(dropStreams, [empty]);
  await query(removeEntries, [pks]);
  await query('DELETE FROM catalog_items WHERE pk = ANY(?::bigint[])', [pks]);
}

const documents = 'SELECT collection, document FROM catalog_items WHERE pk = ANY(?::bigint[])';

/** Counts what the items' properties said out again. */
export async function forgetProperties({ query, properties }: Desk, pks: readonly number[]): Promise<void> {
  if (pks.length === 0) return;
  for (const [collection, text] of await query<[string, string]>(documents, [pks]))
    await properties.count(collection, (JSON.parse(text) as JsonObject)['properties'] as JsonObject, -1);
}
