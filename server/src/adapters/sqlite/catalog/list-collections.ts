import { type PagePosition, readPageToken, writePageToken } from '../../../catalog/page-token.ts';
import type { CollectionListing, Found, StoredCollection } from '../../../catalog/ports.ts';
import type { Sort } from '../../../catalog/sort.ts';
import type { Visibility } from '../../../catalog/visibility.ts';
import type { Prepare } from './snapshot.ts';

const byId: Sort = [{ field: 'id', isDescending: false }];

type Row = readonly [id: string, etag: string, document: Uint8Array];

/** `?1` lists the visible ones; null is all. Texts are compared by their bytes, as code points are. */
const visible = '(?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))';

/** By id, one page at a time. */
export function listStoredCollections(
  prepare: Prepare,
  { limit, token }: CollectionListing,
  visibility: Visibility,
): Found<StoredCollection> {
  const grants = visibility === 'all' ? null : JSON.stringify([...visibility]);
  const { isBackward, values } = token === null ? start : readPageToken(token, byId);
  const from = values[0] as string;
  const [comparison, order] = isBackward ? ['<', 'DESC'] : ['>', 'ASC'];
  const page = prepare(
    `SELECT id, etag, document FROM collections WHERE id ${comparison} ?2 AND ${visible} ORDER BY id ${order} LIMIT ?3`,
  ).all(grants, from, limit) as unknown as Row[];
  if (isBackward) page.reverse();
  const isThere = (comparison: '<' | '>', id: string) =>
    prepare(`SELECT 1 FROM collections WHERE id ${comparison} ?2 AND ${visible} LIMIT 1`).get(grants, id) !== undefined;
  const [first, last] = [page[0]?.[0], page.at(-1)?.[0]];
  const [count] = prepare(`SELECT count(*) FROM collections WHERE ${visible}`).get(grants) as [number];
  return {
    found: page.map(([id, etag, bytes]) => ({ id, etag, bytes })),
    next: last !== undefined && isThere('>', last) ? tokenAt(false, last) : null,
    prev: first !== undefined && isThere('<', first) ? tokenAt(true, first) : null,
    matched: { atLeast: count, isExact: true },
  };
}

/** Before every id: none is empty. */
const start: PagePosition = { isBackward: false, values: [''] };

const tokenAt = (isBackward: boolean, id: string): string => writePageToken({ isBackward, values: [id] }, byId);
