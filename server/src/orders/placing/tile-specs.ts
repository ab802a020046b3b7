import { PlatformError } from '../../shared/errors.ts';
import type { OrderSettings, RasterProduct } from '../order.ts';
import type { TileSource, TileSpec } from '../tile.ts';
import type { AskedTile } from './asked-tiles.ts';
import { gsdOf } from './check-hd.ts';
import type { OrderedItem, OrderedItems } from './find-items.ts';
import type { NeededFile } from './look-at-imagery.ts';
import { mapInTurns } from './map-in-turns.ts';
import { tileOutline } from './tile-outline.ts';

type Wanted = Pick<OrderSettings, 'rasters'>;

/** The files whose pixels the tiles are made of. */
export function neededFiles(
  tiles: readonly AskedTile[],
  items: OrderedItems,
  { rasters }: Wanted,
): readonly NeededFile[] {
  const [needed, seen]: [NeededFile[], Set<OrderedItem>] = [[], new Set()];
  for (const { record } of tiles) {
    const acquisitionId = record.acquisition_id;
    const sources = record.items.map((id) => items.get(record.collection, id));
    if (sources.every(hasNothing))
      throw new PlatformError('order_refused', `acquisition ${acquisitionId} has no imagery that can be delivered`);
    for (const item of sources) {
      if (seen.has(item)) continue;
      seen.add(item);
      for (const location of rasters.flatMap((product) => item.known[product] ?? []))
        needed.push({ location, acquisitionId, isUnsorted: false });
      if (item.unsorted !== null) needed.push({ location: item.unsorted, acquisitionId, isUnsorted: true });
    }
  }
  return needed;
}

const hasNothing = ({ known, unsorted }: OrderedItem): boolean => unsorted === null && Object.keys(known).length === 0;

/** All that an item has, once its files are known; `products` says what the unsorted are. */
export function rastersOf(
  { known, unsorted }: OrderedItem,
  products: ReadonlyMap<string, RasterProduct>,
): OrderedItem['known'] {
  const product = unsorted === null ? undefined : products.get(unsorted);
  return product === undefined ? known : { [product]: unsorted! };
}

/** What the delivery of each tile needs. */
export function tileSpecs(
  tiles: readonly AskedTile[],
  items: OrderedItems,
  { rasters }: Wanted,
  products: ReadonlyMap<string, RasterProduct>,
): Promise<readonly TileSpec[]> {
  const made = new Map<OrderedItem, TileSource>();
  const sourceOf = (item: OrderedItem, itemId: string): TileSource => {
    const all = rastersOf(item, products);
    const wanted = rasters.flatMap((product) => (all[product] === undefined ? [] : [[product, all[product]]]));
    const source = made.get(item) ?? { itemId, rasters: Object.fromEntries(wanted) as TileSource['rasters'] };
    made.set(item, source);
    return source;
  };
  return mapInTurns(tiles, ({ record, ageClass }) => {
    const { properties } = items.get(record.collection, record.items[0]!);
    return {
      acquisitionId: record.acquisition_id,
      collection: record.collection,
      cellId: record.cell_id,
      datetime: record.datetime,
      sources: record.items.map((id) => sourceOf(items.get(record.collection, id), id)),
      dataWkt: tileOutline(record.cell_id, record.wkt, () =>
        record.items.map((id) => items.get(record.collection, id).ground()),
      ),
      cloudWkt: cloudWktOf(record),
      gsdMetres: gsdOf(properties),
      ageClass,
      areaSqkm: record['aoi:data_area_sqkm'],
      properties,
    };
  });
}

/** A record has no outline where the sky is clear, and where nobody has drawn the clouds. */
function cloudWktOf(record: AskedTile['record']): string | null {
  const outline = record['tile:cloud_polys'];
  if (typeof outline === 'string') return outline;
  return record['tile:cloud_percentage'] === 0 && record['aoi:cloud_free_estimated'] !== true ? '' : null;
}
