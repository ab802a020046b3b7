import { beforeAllIds, sortById, tokenAtId } from '../../../../catalog/collections/collection-search.ts';
import { readPageToken } from '../../../../catalog/page-token.ts';
import type { CollectionListing, Found, StoredCollection } from '../../../../catalog/ports.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { mostPageBytes } from '../../../sql/search/search-limits.ts';
import type { Query } from '../database/query.ts';

type Row = readonly [id: string, etag: string, document: string];

/** By id, one page at a time, which ends where it has too many bytes. Texts are compared by their bytes, as code points are. */
export async function listCollections(
  query: Query,
  { limit, token }: CollectionListing,
  visibility: Visibility,
  mostBytes = mostPageBytes,
): Promise<Found<StoredCollection>> {
  const { isBackward, values } = token === null ? beforeAllIds : readPageToken(token, sortById);
  const visible = visibility === 'all' ? 'TRUE' : 'c.id = ANY(?::text[])';
  const grants = visibility === 'all' ? [] : [[...visibility]];
  const [comparison, order] = isBackward ? ['<', 'DESC'] : ['>', 'ASC'];
  const ids = await query<[string]>(
    `SELECT c.id FROM catalog_collections c WHERE ${visible} AND c.id ${comparison} ? ORDER BY c.id ${order} LIMIT ?`,
    [...grants, values[0] as string, limit],
  );
  const shown = await readShown(
    query,
    ids.map(([id]) => id),
    mostBytes,
  );
  const found = isBackward ? shown.toReversed() : shown;
  const [first, last] = [found[0]?.id, found.at(-1)?.id];
  const [counts] = await query<[all: number, before: number, after: number]>(
    `SELECT count(*), count(*) FILTER (WHERE c.id < ?), count(*) FILTER (WHERE c.id > ?)
       FROM catalog_collections c WHERE ${visible}`,
    [first ?? '', last ?? '', ...grants],
  );
  const [all, before, after] = counts!;
  return {
    found,
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

/** Up to the one with which they have so many bytes. */
const documents = `SELECT id, etag, document FROM (
    SELECT c.id, c.etag, c.document, k.place,
      sum(octet_length(c.document)) OVER (ORDER BY k.place) - octet_length(c.document) AS before
    FROM unnest(?::text[]) WITH ORDINALITY AS k (id, place)
    CROSS JOIN LATERAL (SELECT * FROM catalog_collections c WHERE c.id = k.id OFFSET 0) c) x
  WHERE before < ? ORDER BY place`;

/** The first ones of these, as far as a page has room for them; one that was deleted meanwhile is none. */
export async function readShown(
  query: Query,
  ids: readonly string[],
  mostBytes: number,
): Promise<readonly StoredCollection[]> {
  return (await query<Row>(documents, [ids, mostBytes])).map(toCollection);
}
