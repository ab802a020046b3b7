import { refuse } from '../../catalog/refuse.ts';
import { defaultSort } from '../../catalog/sort.ts';
import { compareBySort } from '../../catalog/sort-value.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import { type Cell, formatCell, parseCell, tileSteps } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { findAcquisition } from '../find-acquisition.ts';
import { gridItemReader } from './grid-item.ts';
import { type GridTile, measuredTile } from './grid-tile.ts';
import { placeOfCell } from './place.ts';

/** `{acquisition}-Z13-031133231113`; an acquisition may have hyphens of its own, so it is read from the right. */
export function parseTileId(id: string): { readonly acquisition: string; readonly cell: Cell } | null {
  const [, acquisition, code] = /^(.+)-(Z\d\d-[0-3]+)$/s.exec(id) ?? [];
  const cell = code === undefined ? null : parseCell(code);
  return acquisition === undefined || cell?.quadkey.length !== tileSteps ? null : { acquisition, cell };
}

/** The tile of that id; `collection` is needed where more than one has an acquisition of that name there. */
export async function findTile(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  id: string,
  collection: string | null,
  signal: AbortSignal,
): Promise<GridTile> {
  const named = parseTileId(id);
  if (named === null) throw new PlatformError('not_found');
  const { acquisition, cell } = named;
  const cellId = formatCell(cell);
  const place = placeOfCell(cell);
  const read = gridItemReader(defaultSort, place);
  const items = (await findAcquisition({ catalog }, visibility, acquisition, cell, signal))
    .map(read)
    .filter((item) => item !== null)
    .filter(({ stored, shows }) => shows(cell) && (collection ?? stored.collection) === stored.collection)
    .sort((a, b) => compareBySort(a.values, b.values, defaultSort));
  const homes = [...new Set(items.map(({ stored }) => stored.collection))].sort();
  if (homes.length === 0) throw new PlatformError('not_found');
  if (homes.length > 1) refuse('id', `is of more than one collection: add 'collection', one of ${homes.join(', ')}`);
  return measuredTile({ cell, cellId, items }, place);
}
