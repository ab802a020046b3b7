import { setImmediate as pause } from 'node:timers/promises';
import type { Found, ReadOptions } from '../../catalog/ports.ts';
import { searchItems } from '../../catalog/search-items.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';
import { gridItemReader } from './grid-item.ts';
import { type GridTile, measuredTile } from './grid-tile.ts';
import { type Place, placeOf } from './place.ts';
import { type TilePosition, writeTileToken } from './tile-position.ts';
import { type FoundTile, type Walk, walkTiles } from './walk-tiles.ts';

export type TileSearch = { readonly request: SearchRequest; readonly position: TilePosition | null };

/** Other requests have their turn after so many tiles. */
const tilesAtOnce = 64;

/** A page of tiles, in the order of their items and then of their cells; no tile is split or repeated. */
export async function findTiles(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  { request, position }: TileSearch,
  options: ReadOptions = {},
): Promise<Found<GridTile>> {
  const place = placeOf(request.area);
  const walk: Walk = { needs: { catalog }, visibility, request, read: gridItemReader(request.sort, place), options };
  const isBackward = position?.isBackward ?? false;
  const { skip, limit } = request;
  const found = await take(walkTiles(walk, position, isBackward, skip + limit + 1), skip + limit + 1);
  // A name that is wrong is told as a search tells it.
  if (found.length === 0) await searchItems({ catalog }, visibility, { ...request, limit: 1, count: 'none' }, options);
  const page = found.slice(skip, skip + limit);
  if (isBackward) page.reverse();
  const isMore = found.length > skip + limit;
  return {
    found: await measured(page, place),
    ...(await tokens(walk, page, position, isMore)),
    matched: position === null && skip === 0 && !isMore ? { atLeast: found.length, isExact: true } : null,
  };
}

async function take(tiles: AsyncIterable<FoundTile>, most: number): Promise<FoundTile[]> {
  const taken: FoundTile[] = [];
  for await (const tile of tiles) if (taken.push(tile) >= most) break;
  return taken;
}

async function measured(page: readonly FoundTile[], place: Place): Promise<readonly GridTile[]> {
  const tiles: GridTile[] = [];
  for (const tile of page) {
    if (tiles.length % tilesAtOnce === tilesAtOnce - 1) await pause();
    tiles.push(measuredTile(tile, place));
  }
  return tiles;
}

async function tokens(
  walk: Walk,
  page: readonly FoundTile[],
  position: TilePosition | null,
  isMore: boolean,
): Promise<Pick<Found<GridTile>, 'next' | 'prev'>> {
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return { next: null, prev: null };
  const token = async (tile: FoundTile, isBackward: boolean, isThere: boolean | null) => {
    const place = { isBackward, values: tile.items[0]!.values, cellId: tile.cellId };
    // Tiles may have come or gone since the token was made.
    const isFound = isThere ?? (await take(walkTiles(walk, place, isBackward, 1), 1)).length > 0;
    return isFound ? writeTileToken(place, walk.request.sort) : null;
  };
  const isBackward = position?.isBackward ?? false;
  const isBefore = isBackward ? isMore : position === null ? walk.request.skip > 0 : null;
  return {
    next: await token(last, false, isBackward ? null : isMore),
    prev: await token(first, true, isBefore),
  };
}
