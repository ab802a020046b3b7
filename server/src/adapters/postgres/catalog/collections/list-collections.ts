import { beforeAllIds, sortById, tokenAtId } from '../../../../catalog/collections/collection-search.ts';
import { readPageToken } from '../../../../catalog/page-token.ts';
import type { CollectionListing, Found, StoredCollection } from '../../../../catalog/ports.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import type { Query } from '../database/query.ts';

type Row = readonly [id: string, etag: string, document: string];

/** By id, one page at a time. Texts are compared by their bytes, as code points are. */
export async function listCollections(
  query: Query,
  { limit, token }: CollectionListing,
  visibility: Visibility,
): Promise<Found<StoredCollection>> {
  const { isBackward, values } = token === null ? beforeAllIds : readPageToken(token, sortById);
  const visible = visibility === 'all' ? 'TRUE' : 'c.id = ANY(?::text[])';
  const grants = visibility === 'all' ? [] : [[...visibility]];
  const [comparison, order] = isBackward ? ['<', 'DESC'] : ['>', 'ASC'];
  const found = await query<Row>(
    `SELECT c.id, c.etag, c.document FROM catalog_collections c WHERE ${visible} AND c.id ${comparison} ?
     ORDER BY c.id ${order} LIMIT ?`,
    [...grants, values[0] as string, limit],
  );
  const rows = isBackward ? found.toReversed() : found;
  const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]];
  const [counts] = await query<[all: number, before: number, after: number]>(
    `SELECT count(*), count(*) FILTER (WHERE c.id < ?), count(*) FILTER (WHERE c.id > ?)
       FROM catalog_collections c WHERE ${visible}`,
    [first ?? '', last ?? '', ...grants],
  );
  const [all, before, after] = counts!;
  return {
    found: rows.map(toCollection),
    next: last !== undefined && after > 0 ? tokenAtId(false, last) : null,
    prev: first !== undefined && before > 0 ? tokenAtId(true, first) : null,
    matched: { atLeast: all, isExact: true },
  };
}

export const toCollection = ([id, etag, document]: Row): StoredCollection => ({
  id,
  etag,
  bytes: Buffer.from(document),
});
