import type { SearchRequest } from '../search-request.ts';
import type { ShownItems, StoredItem } from '../ports.ts';

/** Whole items would take as much memory as they have bytes: a store need not even read them. */
export const idAlone: SearchRequest['fields'] = { include: ['id'], exclude: [] };

/** What a store that read no document gives for one. */
export const namedItem = (collection: string, id: string): StoredItem => ({
  collection,
  id,
  etag: '',
  bytes: Buffer.from(JSON.stringify({ id, links: [] })),
});

/** Of a page that was asked for with these fields. */
export const idsOn = (page: Pick<ShownItems, 'between'>): readonly string[] =>
  (JSON.parse(page.between('[', ']').toString()) as readonly { readonly id: string }[]).map(({ id }) => id);
