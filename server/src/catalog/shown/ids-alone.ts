import type { SearchRequest } from '../search-request.ts';
import type { ShownItems } from '../ports.ts';

/** Whole items would take as much memory as they have bytes. */
export const idAlone: SearchRequest['fields'] = { include: ['id'], exclude: [] };

/** Of a page that was asked for with these fields. */
export const idsOn = (page: Pick<ShownItems, 'between'>): readonly string[] =>
  (JSON.parse(page.between('[', ']').toString()) as readonly { readonly id: string }[]).map(({ id }) => id);
