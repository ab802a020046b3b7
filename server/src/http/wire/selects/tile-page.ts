import { refuse } from '../../../catalog/refuse.ts';
import type { OrderTile } from '../../../orders/tile.ts';
import { toPageRequest } from '../parts/page-request.ts';

export type TilePage = { readonly from: number; readonly limit: number };

/** `after` is the number of the last tile that the caller has. */
export function readTilePage(query: { limit?: string; after?: string }): TilePage {
  const { limit, after = '' } = toPageRequest(query);
  if (after !== '' && !/^\d{1,9}$/.test(after)) refuse('after', "must be the 'next' of a page");
  return { limit, from: after === '' ? 0 : Number(after) + 1 };
}

/** Whether more follow is seen by asking for one more than is shown. */
export function tilePageRecord<R>(
  tiles: readonly OrderTile[],
  limit: number,
  records: (tile: OrderTile) => readonly R[],
) {
  const shown = tiles.slice(0, limit);
  const hasMore = tiles.length > limit;
  return {
    data: shown.flatMap(records),
    has_more: hasMore,
    ...(hasMore ? { next: String(shown.at(-1)!.number) } : {}),
  };
}
