import { type Cell, cellBounds, formatCell } from '../../grid/cell.ts';
import { tileId } from '../../tiles/acquisition.ts';
import type { TileMeasures } from '../../tiles/measure-tile.ts';
import { type ItemFacts, itemValue } from './item-facts.ts';

/** What was measured, as records show it and queries compare it. */
export type TileValues = {
  readonly 'tile:data_percentage': number;
  readonly 'tile:no_data_percentage': number;
  readonly 'tile:cloud_percentage': number | null;
  readonly 'tile:cloud_free_percentage': number | null;
  readonly 'aoi:data_area_sqkm': number;
  readonly 'aoi:data_percentage': number;
  readonly 'aoi:cloud_free_percentage': number | null;
  /** Said of the whole strip, and taken to be so here. */
  readonly 'aoi:cloud_free_estimated': boolean;
};

const tolerance = 1e-6;

export function tileValues(measures: TileMeasures, top: ItemFacts): TileValues {
  const { cellAreaM2, dataAreaM2, aoiAreaM2, aoiDataAreaM2 } = measures;
  const data = twoDecimals((100 * dataAreaM2) / cellAreaM2);
  const clouds = cloudsOf(measures, top);
  const cloud = clouds && twoDecimals(clouds.ofTile);
  return {
    'tile:data_percentage': data,
    'tile:no_data_percentage': hundredths(100 - data),
    'tile:cloud_percentage': cloud,
    'tile:cloud_free_percentage': cloud === null ? null : hundredths(100 - cloud),
    'aoi:data_area_sqkm': Math.ceil(aoiDataAreaM2 / 1e6 - tolerance),
    'aoi:data_percentage': wholePercent((100 * aoiDataAreaM2) / aoiAreaM2),
    'aoi:cloud_free_percentage': clouds && wholePercent(100 - clouds.ofAoi),
    'aoi:cloud_free_estimated': clouds?.isEstimated ?? false,
  };
}

/** Percent of the data that is under clouds. */
type Clouds = { readonly ofTile: number; readonly ofAoi: number; readonly isEstimated: boolean };

/** As they were drawn; else what the tile's own item says; else what is said of the whole strip. */
function cloudsOf(
  { dataAreaM2, cloudAreaM2, aoiDataAreaM2, aoiCloudAreaM2 }: TileMeasures,
  top: ItemFacts,
): Clouds | null {
  if (cloudAreaM2 !== null && aoiCloudAreaM2 !== null)
    return { ofTile: share(cloudAreaM2, dataAreaM2), ofAoi: share(aoiCloudAreaM2, aoiDataAreaM2), isEstimated: false };
  const said = percentIn(top, 'tile:clouds_percent') ?? percentIn(top, 'tile:cloud_percentage');
  const percent = said ?? percentIn(top, 'eo:cloud_cover');
  return percent === null ? null : { ofTile: percent, ofAoi: percent, isEstimated: said === null };
}

/** Where a percentage is said of an item. */
export const cloudProperties = ['tile:clouds_percent', 'tile:cloud_percentage', 'eo:cloud_cover'] as const;

function percentIn({ properties, isOfOneCell }: ItemFacts, name: (typeof cloudProperties)[number]): number | null {
  // Items that cover many cells say nothing of one of them.
  if (name !== 'eo:cloud_cover' && !isOfOneCell) return null;
  const percent = properties.get(name);
  return typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : null;
}

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(100, (100 * part) / whole) : 0);

/** Rounded down: 100 means whole. */
const wholePercent = (percent: number): number => Math.min(100, Math.max(0, Math.floor(percent + tolerance)));

/** Never 100 unless it is whole, never 0 unless there is nothing. */
function twoDecimals(percent: number): number {
  if (percent >= 100 - tolerance) return 100;
  return percent <= tolerance ? 0 : Math.min(99.99, Math.max(0.01, hundredths(percent)));
}

const hundredths = (number: number): number => Math.round(number * 100) / 100;

/** A field of a query, or a member of a record, of one tile. */
export function tileValue(cell: Cell, acquisition: string, values: TileValues, top: ItemFacts, field: string): unknown {
  switch (field) {
    case 'id':
      return tileId(acquisition, formatCell(cell));
    case 'cell_id':
      return formatCell(cell);
    case 'tile:zone':
      return cell.zone;
    case 'tile:quadkey':
      return cell.quadkey;
    case 'epsg':
      return cellBounds(cell).epsg;
    default:
      return Object.hasOwn(values, field) ? values[field as keyof TileValues] : itemValue(top, field);
  }
}
