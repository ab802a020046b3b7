import type { Arrivals, Catalog } from '../../../catalog/ports.ts';
import { isVisible } from '../../../catalog/visibility.ts';
import type { Query } from './database/query.ts';

/** Items may have a megabyte each. */
const mostBytes = 8_388_608;

const sizes = 'SELECT pk, octet_length(document) FROM catalog_items WHERE pk > ? ORDER BY pk LIMIT ?';
const documents = `SELECT pk, collection, id, etag, document FROM catalog_items WHERE pk > ? AND pk <= ? ORDER BY pk`;

type Row = readonly [pk: number, collection: string, id: string, etag: string, document: string];

/** `pk` grows in the order of commits: whoever writes waits for its turn. */
export async function readArrivals(
  query: Query,
  ...[after, limit, visibility]: Parameters<Catalog['arrivals']>
): Promise<Arrivals> {
  let [last, bytes] = [after, 0];
  for (const [pk, length] of await query<[number, number]>(sizes, [after, limit])) {
    bytes += length;
    if (last !== after && bytes > mostBytes) break;
    last = pk;
  }
  const rows = await query<Row>(documents, [after, last]);
  const found = rows
    .filter(([, collection]) => isVisible(collection, visibility))
    .map(([arrival, collection, id, etag, text]) => ({ arrival, collection, id, etag, bytes: Buffer.from(text) }));
  return { found, last };
}

export async function readLastArrival(query: Query): Promise<{ readonly feed: string; readonly last: number }> {
  const [row] = await query<[string, number]>('SELECT feed, next_pk - 1 FROM catalog_state');
  return { feed: row![0], last: row![1] };
}
