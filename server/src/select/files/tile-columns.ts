import type { ColumnType, FeatureColumn, FeatureValue } from '../../geometry/feature-layers.ts';
import type { SelectedTile } from '../selection.ts';

const named = (type: ColumnType, ...names: readonly string[]): readonly FeatureColumn[] =>
  names.map((name) => ({ name, type }));

/** The members of a tile that tables show, always the same and in this order: scripts read them by their places. */
export const tileColumns: readonly FeatureColumn[] = [
  ...named('text', 'id', 'acquisition_id', 'collection', 'items', 'cell_id'),
  ...named('date', 'date'),
  ...named('datetime', 'datetime', 'modified'),
  ...named('text', 'constellation', 'platform', 'instruments'),
  ...named('real', 'eo:cloud_cover', 'view:off_nadir', 'view:azimuth', 'view:sun_azimuth', 'view:sun_elevation'),
  ...named('real', 'off_nadir_min', 'off_nadir_max'),
  ...named('real', 'pan_resolution_min', 'pan_resolution_avg', 'pan_resolution_max'),
  ...named('real', 'multi_resolution_min', 'multi_resolution_avg', 'multi_resolution_max'),
  ...named('real', 'gsd'),
  ...named('text', 'scan_direction'),
  ...named('integer', 'epsg', 'tile:zone'),
  ...named('text', 'tile:quadkey'),
  ...named('real', 'tile:data_percentage', 'tile:no_data_percentage'),
  ...named('real', 'tile:cloud_percentage', 'tile:cloud_free_percentage'),
  ...named('integer', 'aoi:data_area_sqkm', 'aoi:data_percentage', 'aoi:cloud_free_percentage'),
  ...named('boolean', 'aoi:cloud_free_estimated'),
];

const numbers: ReadonlySet<ColumnType> = new Set(['integer', 'real']);

/** The tile's value for a column: null where the member is absent or of another kind. */
export function valueOf(tile: SelectedTile, { name, type }: FeatureColumn): FeatureValue {
  const value = tile[name];
  if (value === undefined || value === null) return null;
  if (numbers.has(type)) return typeof value === 'number' ? value : null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  return Array.isArray(value) ? value.map(textOf).join(';') : textOf(value);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
