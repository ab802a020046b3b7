import { type Area, areaOfBbox } from '../../catalog/area.ts';
import type { Filter } from '../../catalog/filter.ts';
import { enclosingBbox } from '../../geometry/enclosing-bbox.ts';
import { isAmong } from '../../catalog/is-among.ts';
import { type PagePosition, readPageToken } from '../../catalog/page-token.ts';
import type { ReadOptions, StoredItem } from '../../catalog/ports.ts';
import { type SearchRequest, mostItems } from '../../catalog/search-request.ts';
import { compareBySort } from '../../catalog/sort-value.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import { bboxGeometry } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { cellEnvelope } from '../../grid/cell-polygon.ts';
import type { Cell } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import { acquisitionProperties } from '../acquisition.ts';
import type { GridItem, ReadGridItem } from './grid-item.ts';
import { hasPolygons } from './place.ts';
import { readInGroups } from './read-in-groups.ts';

/** The items of one tile that the search finds, in its order. */
export type Siblings = (item: GridItem, cell: Cell) => readonly GridItem[];

const nameOf = ({ collection, id }: StoredItem): string => `${collection}\n${id}`;

const keyOf = ({ stored, acquisition }: GridItem): string => `${stored.collection}\n${acquisition}`;

/** One search for what else there is of all their acquisitions; most items are the only one of theirs. */
export async function findSiblings(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  request: SearchRequest,
  items: readonly GridItem[],
  read: ReadGridItem,
  options: ReadOptions,
): Promise<Siblings> {
  const pieces = items.filter(({ isPiece }) => isPiece);
  if (pieces.length === 0) return (item) => [item];
  const families = new Map<string, GridItem[]>(pieces.map((item) => [keyOf(item), []]));
  const known = new Map(items.map((item) => [nameOf(item.stored), item]));
  const readOnce: ReadGridItem = (stored) => known.get(nameOf(stored)) ?? read(stored);
  const narrowed = { ...request, ...around(request, pieces), filter: filterFor(request, pieces) };
  for (let position: PagePosition | null = null; ;) {
    const page = { ...narrowed, position, skip: 0, limit: mostItems, count: 'none' } as const;
    const { found, next } = await catalog.search(page, visibility, options);
    for await (const group of readInGroups(found, readOnce, mostItems))
      for (const item of group) families.get(keyOf(item))?.push(item);
    if (next === null) break;
    position = readPageToken(next, request.sort);
  }
  for (const family of families.values()) family.sort((a, b) => compareBySort(a.values, b.values, request.sort));
  return (item, cell) => {
    const family = families.get(keyOf(item))?.filter((each) => each.shows(cell)) ?? [];
    return family.length > 0 ? family : [item];
  };
}

const sharesPoint = (value: Geometry): Filter => ({
  kind: 'spatial',
  op: 'intersects',
  left: { kind: 'property', name: 'geometry' },
  right: { kind: 'geometry', value },
});

/** What shows a cell of theirs has a footprint there, and one within the area that was asked for. */
function around({ area }: SearchRequest, items: readonly GridItem[]): Pick<SearchRequest, 'area' | 'collections'> {
  const collections = [...new Set(items.map(({ stored }) => stored.collection))];
  const isSmall = items.every(({ cells }) => cells.length === 1);
  return { area: area === null || isSmall ? boxAround(items) : area, collections };
}

/** One box around all cells is tested faster than each of them. */
function boxAround(items: readonly GridItem[]): Area {
  const boxes = items.flatMap(({ cells }) => cells.map((cell) => bboxGeometry(cellEnvelope(cell))!));
  return areaOfBbox(enclosingBbox({ type: 'GeometryCollection', geometries: boxes }));
}

function filterFor({ filter, area }: SearchRequest, items: readonly GridItem[]): Filter {
  const acquisitions = [...new Set(items.map(({ acquisition }) => acquisition))];
  const ofThem: Filter = { kind: 'or', args: acquisitionProperties.map((name) => isAmong(name, acquisitions)) };
  // An item that shares area with an area of interest is found by it; of points and lines it must be asked.
  const there = area === null || hasPolygons(area) ? [] : [sharesPoint(area.geometry)];
  return { kind: 'and', args: [...(filter === null ? [] : [filter]), ...there, ofThem] };
}
