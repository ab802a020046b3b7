import { isObject, type JsonObject } from '../../catalog/refuse.ts';
import { areaOnEarthSqkm } from '../../geometry/area-on-earth.ts';
import { boxOf } from '../../geometry/box.ts';
import type { MultiPolygon } from '../../geometry/geojson.ts';
import { cellBounds } from '../../grid/cell.ts';
import { knownCell } from '../../select/files/cell-corners.ts';
import type { TileSpec } from '../tile.ts';
import { inMetres } from './in-metres.ts';
import { sorted } from './json-document.ts';
import { simplest } from './shown-area.ts';

export type TileFacts = {
  readonly spec: TileSpec;
  readonly isHd: boolean;
  readonly data: MultiPolygon;
  readonly clouds: MultiPolygon | null;
};

/** The uppermost item's own, and what is said of this tile. */
export function itemProperties(facts: TileFacts): JsonObject {
  const { spec, isHd } = facts;
  const { zone, quadkey } = knownCell(spec.cellId);
  return {
    datetime: spec.datetime,
    ...ownProperties(spec.properties),
    ...(spec.gsdMetres === null ? {} : { gsd: spec.gsdMetres }),
    catalog_id: spec.acquisitionId,
    source_collection: spec.collection,
    source_items: spec.sources.map(({ itemId }) => itemId),
    utm_zone: zone,
    quadkey,
    'grid:code': `MXRA-${spec.cellId}`,
    ...projected(facts),
    ...measured(facts),
    hd: isHd,
  };
}

/** Said anew of the tile. */
const isSaidAnew = (name: string): boolean => name === 'datetime' || /^(?:proj|tile|grid):/.test(name);

/** STAC knows no member without a value. */
function ownProperties(properties: JsonObject): JsonObject {
  const own = sorted(properties);
  if (!isObject(own)) return {};
  return Object.fromEntries(
    Object.entries(own).filter(([name, value]) => value !== null && value !== undefined && !isSaidAnew(name)),
  );
}

/** The footprint in metres of the cell's zone. */
function projected({ spec, data }: TileFacts): JsonObject {
  const { epsg } = cellBounds(knownCell(spec.cellId));
  const system = { 'proj:code': `EPSG:${epsg}`, 'proj:epsg': epsg };
  const geometry = simplest(inMetres(epsg, data));
  const box = boxOf(geometry);
  return box === null ? system : { ...system, 'proj:bbox': box, 'proj:geometry': geometry };
}

/** In square kilometres, and percent of the imagery. */
function measured({ data, clouds }: TileFacts): JsonObject {
  const dataSqkm = areaOnEarthSqkm(data);
  if (clouds === null) return { 'tile:data_area': thousandths(dataSqkm) };
  const cloudSqkm = Math.min(areaOnEarthSqkm(clouds), dataSqkm);
  return {
    'tile:data_area': thousandths(dataSqkm),
    'tile:clouds_area': thousandths(cloudSqkm),
    'tile:clouds_percent': dataSqkm > 0 ? Math.round((100 * cloudSqkm) / dataSqkm) : 0,
  };
}

const thousandths = (number: number): number => Math.round(number * 1_000) / 1_000;
