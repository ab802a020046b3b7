import type { Item } from '../../../server/src/catalog/item.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import type { Geometry } from '../../../server/src/geometry/geojson.ts';
import { fromTopology, intersectionOf, toTopology } from '../../../server/src/geometry/topology.ts';
import { geodesicAreaM2 } from '../../support/geodesic-area.ts';
import { cellGeometry } from '../../../server/src/grid/cell-polygon.ts';
import { formatCell } from '../../../server/src/grid/cell.ts';
import { cellsCovering } from '../../../server/src/grid/cells-covering.ts';
import { ownCell } from '../../../server/src/tiles/acquisition.ts';
import { findTiles } from '../../../server/src/tiles/image-grid/find-tiles.ts';
import { positionAfter } from '../../../server/src/tiles/image-grid/position-after.ts';
import { readTileSearch } from '../../../server/src/tiles/image-grid/read-tile-search.ts';
import { makeItem } from '../../catalog/contract/fixtures.ts';
import type { Random } from '../../support/seeded-random.ts';

type Corner = readonly [number, number];

/** Items of about 8 km around a place, single ones and pieces of acquisitions, some bound to a cell by its code. */
export function someItems(random: Random, count: number, [west, south]: Corner): readonly Item[] {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [west + random.next() * 0.15, south + random.next() * 0.15];
    const turned = () => 0.01 * (random.next() - 0.5);
    const corner = (dx: number, dy: number): Corner => [x + dx * 0.08 + turned(), y + dy * 0.07 + turned()];
    const first = corner(0, 0);
    const geometry = { type: 'Polygon', coordinates: [[first, corner(1, 0), corner(1, 1), corner(0, 1), first]] };
    const cells = cellsCovering(geometry as never);
    return makeItem(`item-${String(index).padStart(3, '0')}`, {
      collection: random.pick(['a', 'b']),
      geometry,
      properties: {
        datetime: `2024-0${1 + random.below(4)}-01T00:00:0${random.below(3)}Z`,
        'eo:cloud_cover': random.below(100),
        ...(random.chance(0.5) ? { catalog_id: `acq-${random.below(6)}` } : {}),
        ...(random.chance(0.2) ? { 'grid:code': `MXRA-${formatCell(random.pick(cells))}` } : {}),
      },
    });
  });
}

/** Rounding at borders makes and unmakes areas smaller than this. */
const clearlyM2 = 1;

const common = (a: Geometry, b: Geometry): Geometry =>
  fromTopology(intersectionOf(toTopology(a as never), toTopology(b as never)));

const areaM2 = (geometry: Geometry): number =>
  geometry.type === 'Polygon'
    ? geodesicAreaM2(geometry)
    : geometry.type === 'MultiPolygon'
      ? geometry.coordinates.reduce((sum, coordinates) => sum + geodesicAreaM2({ type: 'Polygon', coordinates }), 0)
      : geometry.type === 'GeometryCollection'
        ? geometry.geometries.reduce((sum, part) => sum + areaM2(part), 0)
        : 0;

const acquisition = ({ id, document }: Item) =>
  (document['properties'] as Record<string, string | undefined>)['catalog_id'] ?? id;

/** By the topology library, item by item: the tiles in their order. */
export function expectedTiles(ordered: readonly Item[], aoi: Geometry | null): readonly string[] {
  const seen = new Set<string>();
  return ordered.flatMap((item) => {
    const own = ownCell(item.document['properties'] as Record<string, unknown>);
    return (own === null ? cellsCovering(item.geometry!) : [own])
      .filter((cell) => {
        const data = common(item.geometry!, cellGeometry(cell));
        return areaM2(aoi === null ? data : common(data, aoi)) > clearlyM2;
      })
      .map((cell) => `${acquisition(item)}-${formatCell(cell)}`)
      .filter((id) => !seen.has(`${item.collection}/${id}`) && seen.add(`${item.collection}/${id}`));
  });
}

export async function tilesPage(catalog: Catalog, body: object) {
  const { last, ...asked } = readTileSearch(body);
  const position = last === null ? asked.position : await positionAfter({ catalog }, 'all', asked.request, last);
  return findTiles({ catalog }, 'all', { ...asked, position });
}
