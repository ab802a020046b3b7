import type { JsonObject } from '../../../../catalog/refuse.ts';
import { tooBroad } from '../../../sql/search/search-limits.ts';
import type { Reading } from './reading.ts';

const documents = 'SELECT pk, document FROM catalog_items WHERE pk = ANY(?::bigint[])';

/** Documents that only a look at them can judge or order: a search may read so many, and no more. */
export async function readDocuments(
  reading: Reading,
  items: readonly { readonly pk: number }[],
): Promise<ReadonlyMap<number, JsonObject>> {
  const { query, tuning } = reading;
  reading.documents += items.length;
  if (reading.documents > tuning.mostDocuments) throw tooBroad(tuning.mostDocuments);
  const rows = await query<[number, string]>(documents, [items.map(({ pk }) => pk)]);
  return new Map(rows.map(([pk, text]) => [pk, JSON.parse(text) as JsonObject]));
}
