import { boxOf } from '../../geometry/box.ts';
import { writeWkt } from '../../geometry/write-wkt.ts';
import { tileGeometry } from '../../tiles/tile-geometry.ts';
import type { SelectedTile } from '../selection.ts';
import { microsecondsOf } from './item-facts.ts';
import type { MeasuredTile } from './measured-tile.ts';
import { cloudProperties } from './tile-values.ts';

/** Taken from the item, null where it says nothing of that kind. */
const textMembers = ['modified', 'constellation', 'platform'] as const;
const numberMembers = [
  'eo:cloud_cover',
  'view:off_nadir',
  'view:azimuth',
  'view:sun_azimuth',
  'view:sun_elevation',
  'off_nadir_min',
  'off_nadir_max',
  'pan_resolution_min',
  'pan_resolution_avg',
  'pan_resolution_max',
  'multi_resolution_min',
  'multi_resolution_avg',
  'multi_resolution_max',
] as const;

/** Only where the item has them. */
const furtherMembers = { gsd: asNumber, scan_direction: asText } as const;

/** The properties of items that records are made of. */
export const recordProperties: readonly string[] = [
  ...textMembers,
  'instruments',
  ...numberMembers,
  ...Object.keys(furtherMembers),
  ...cloudProperties,
  'updated',
];

/** One of the best tiles of its cell, as files and clients show it. */
export function tileRecord(tile: MeasuredTile): SelectedTile {
  const { cell, sources, values, top } = tile;
  const { 'aoi:cloud_free_estimated': isEstimated, ...measured } = values;
  const further = Object.entries(furtherMembers).map(([name, as]) => [name, as(top.properties.get(name))] as const);
  return {
    id: String(tile.valueOf('id')),
    acquisition_id: tile.acquisition,
    collection: tile.collection,
    items: sources.map(({ facts }) => facts.id),
    date: top.takenAt.slice(0, 10),
    datetime: microsecondsOf(top.takenAt),
    ...Object.fromEntries(textMembers.map((name) => [name, asText(tile.valueOf(name))])),
    instruments: asTexts(tile.valueOf('instruments')),
    ...Object.fromEntries(numberMembers.map((name) => [name, asNumber(tile.valueOf(name))])),
    ...Object.fromEntries(further.filter(([, value]) => value !== null)),
    cell_id: String(tile.valueOf('cell_id')),
    epsg: tile.valueOf('epsg'),
    'tile:zone': cell.zone,
    'tile:quadkey': cell.quadkey,
    ...measured,
    ...(isEstimated ? { 'aoi:cloud_free_estimated': true } : {}),
    'tile:cloud_polys': cloudText(tile),
    wkt: writeWkt(
      tileGeometry(
        cell,
        sources.map(({ data }) => data),
      ),
    ),
  };
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** One on its own is a list of one. */
function asTexts(value: unknown): readonly string[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((one) => typeof one === 'string') ? list : null;
}

/** Null where the sky is clear, and where nobody has drawn the clouds. */
function cloudText({ cell, sources, values }: MeasuredTile): string | null {
  const layers = sources.map(({ clouds }) => clouds);
  if (values['tile:cloud_percentage'] === 0 || layers.some((layer) => layer === null)) return null;
  const geometry = tileGeometry(
    cell,
    layers.map((layer) => layer!),
  );
  return boxOf(geometry) === null ? null : writeWkt(geometry);
}
