import type { JsonObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { type ItemColumn, type Layout, itemColumn } from '../../exports/columns.ts';
import type { FeatureLayer, FeatureRow, FeatureValue } from '../../geometry/feature-layers.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { createLayerFile } from '../geopackage/layer-file.ts';
import type { FileMaker } from './file-maker.ts';

/** Writes a GeoPackage into the folder, which is made when it is needed, and gives its bytes at the end. */
export function createGeoPackageMaker(folder: string, layout: Layout, nowMs: number): FileMaker {
  const file = createLayerFile(folder, layerOf(layout), nowMs);
  return {
    add(items) {
      for (const item of items) file.put(rowOf(item, layout));
      return new Uint8Array();
    },
    end: () => file.end(),
    close: () => file.close(),
  };
}

const layerOf = ({ columns, hasItem }: Layout): FeatureLayer => ({
  name: 'items',
  description: 'Footprints of STAC items',
  geometryType: 'Geometry',
  columns: [...columns, ...(hasItem ? [{ name: itemColumn, type: 'text' } as const] : [])],
  rows: [],
});

const utf8 = new TextDecoder();

function rowOf(bytes: Uint8Array, { columns, hasGeometry, hasItem }: Layout): FeatureRow {
  const item = documentOf(bytes);
  const values = columns.map((column) => valueOf(column, item));
  return {
    geometry: hasGeometry ? ((item['geometry'] ?? null) as Geometry | null) : null,
    values: hasItem ? [...values, utf8.decode(bytes)] : values,
  };
}

/** Null where the value is not of the column's type: the item still has it. */
function valueOf({ type, read }: ItemColumn, item: JsonObject): FeatureValue {
  const value = read(item);
  if (value === null || value === undefined) return null;
  if (type === 'text') return typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'integer') return Number.isSafeInteger(value) ? (value as number) : null;
  if (type === 'real') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  return typeof value === 'string' ? value : null;
}
