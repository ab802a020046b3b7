import { type PagePosition, readPageToken } from '../../catalog/page-token.ts';
import type { ReadOptions, StoredItem } from '../../catalog/ports.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import { type Cell, formatCell } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import type { GridItem, ReadGridItem } from './grid-item.ts';
import { readInGroups } from './read-in-groups.ts';
import { findSiblings } from './siblings.ts';
import type { TilePosition } from './tile-position.ts';

/** A tile that was found, not measured yet; `items` in the order of the search, its first is where the tile stands. */
export type FoundTile = { readonly cell: Cell; readonly cellId: string; readonly items: readonly GridItem[] };

export type Walk = {
  readonly needs: Pick<Service, 'catalog'>;
  readonly visibility: Visibility;
  readonly request: SearchRequest;
  readonly read: ReadGridItem;
  readonly options: ReadOptions;
};

const mostItemsAtOnce = 500;

/** The tiles of a search from a position on: item by item, and cell by cell of each; about `want` of them are asked for. */
export async function* walkTiles(
  walk: Walk,
  start: TilePosition | null,
  isBackward: boolean,
  want: number,
): AsyncGenerator<FoundTile> {
  for await (const items of itemsFrom(walk, start, isBackward, want)) {
    const siblings = await findSiblings(walk.needs, walk.visibility, walk.request, items, walk.read, walk.options);
    for (const item of items) {
      const cells = isBackward ? item.cells.toReversed() : item.cells;
      for (const cell of cells) {
        const cellId = formatCell(cell);
        if (isBefore(item, cellId, start, isBackward)) continue;
        if (!item.shows(cell)) continue;
        const family = siblings(item, cell);
        if (isSame(family[0]!.stored, item.stored)) yield { cell, cellId, items: family };
      }
    }
  }
}

const isSame = (a: StoredItem, b: StoredItem): boolean => a.id === b.id && a.collection === b.collection;

/** Whether the tile lies on the other side of the position, which may be in the middle of an item. */
function isBefore({ values }: GridItem, cellId: string, start: TilePosition | null, isBackward: boolean): boolean {
  if (start === null || values.some((value, index) => value !== start.values[index])) return false;
  return isBackward ? cellId >= start.cellId : cellId <= start.cellId;
}

async function* itemsFrom(
  { needs, visibility, request, read, options }: Walk,
  start: TilePosition | null,
  isBackward: boolean,
  want: number,
): AsyncGenerator<readonly GridItem[]> {
  const plain = { ...request, skip: 0, count: 'none' as const };
  if (start !== null) {
    const itself = theItemOf(request, start);
    if (itself !== null)
      yield* readInGroups((await needs.catalog.search(itself, visibility, options)).found, read, want);
  }
  let limit = Math.min(mostItemsAtOnce, want);
  let position: PagePosition | null = start === null ? null : { isBackward, values: start.values };
  for (;;) {
    const { found, next, prev } = await needs.catalog.search({ ...plain, position, limit }, visibility, options);
    yield* readInGroups(isBackward ? found.toReversed() : found, read, want);
    const further = isBackward ? prev : next;
    if (further === null) return;
    position = readPageToken(further, request.sort);
    limit = Math.min(mostItemsAtOnce, limit * 2);
  }
}

const isAsked = (list: readonly string[] | null, one: string): boolean => list === null || list.includes(one);

/** Asks for the item that a position lies in, as the search would find it; null where the search would not. */
function theItemOf(request: SearchRequest, { values }: TilePosition): SearchRequest | null {
  const valueOf = (name: string) => String(values[request.sort.findIndex(({ field }) => field === name)]);
  const [id, collection] = [valueOf('id'), valueOf('collection')];
  if (!isAsked(request.ids, id) || !isAsked(request.collections, collection)) return null;
  return { ...request, ids: [id], collections: [collection], position: null, skip: 0, limit: 1, count: 'none' };
}
