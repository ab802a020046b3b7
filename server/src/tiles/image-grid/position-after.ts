import type { ReadOptions } from '../../catalog/ports.ts';
import { refuse } from '../../catalog/refuse.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import { compareBySort } from '../../catalog/sort-value.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import { formatCell } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import { findAcquisition } from '../find-acquisition.ts';
import { parseTileId } from './find-tile.ts';
import { gridItemReader } from './grid-item.ts';
import { placeOf } from './place.ts';
import type { TilePosition } from './tile-position.ts';

/** Where a tile stands in a search: with the first of its items that the search finds. */
export async function positionAfter(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  request: SearchRequest,
  last: string,
  options: ReadOptions = {},
): Promise<TilePosition> {
  const named = parseTileId(last) ?? refuse('last', 'must be the id of a tile');
  const known = await findAcquisition({ catalog }, visibility, named.acquisition, named.cell, options.signal);
  const ids = known.map(({ id }) => id).filter((id) => request.ids?.includes(id) ?? true);
  if (ids.length === 0) return unknown();
  const asked = { ...request, ids, position: null, skip: 0, limit: ids.length, count: 'none' } as const;
  const { found } = await catalog.search(asked, visibility, options);
  const cellId = formatCell(named.cell);
  const [first] = found
    .map(gridItemReader(request.sort, placeOf(request.area)))
    .filter((item) => item !== null)
    .filter(({ acquisition, shows }) => acquisition === named.acquisition && shows(named.cell))
    .sort((a, b) => compareBySort(a.values, b.values, request.sort));
  return first === undefined ? unknown() : { isBackward: false, values: first.values, cellId };
}

const unknown = (): never => refuse('last', 'is not a tile that this search finds');
