import { type Box, boxAround, boxOf } from '../../geometry/box.ts';
import type { ColumnType, FeatureLayer, FeatureRow, FeatureValue } from '../../geometry/feature-layers.ts';
import type { Geometry, SimpleGeometry } from '../../geometry/geojson.ts';
import { parseDate, toInstant } from '../../shared/dates.ts';
import type { Connection, Param } from '../sqlite/driver.ts';
import { geometryBlob } from './geometry-blob.ts';
import { indexTable, quotedName } from './names.ts';
import { systemOf } from './schema.ts';

/** Writes one row at each call; `extent` is that of the rows so far. */
export type LayerFiller = { put(row: FeatureRow): void; extent(): Box | null };

export function fillLayer(connection: Connection, layer: FeatureLayer): LayerFiller {
  const marks = layer.columns.map(() => ', ?').join('');
  const insert = connection.prepare(`INSERT INTO ${quotedName(layer.name)} VALUES (?, ?${marks})`);
  const index = connection.prepare(`INSERT INTO ${quotedName(indexTable(layer.name))} VALUES (?, ?, ?, ?, ?)`);
  let key = 0;
  let extent: Box | null = null;
  return {
    put({ geometry, values }) {
      key += 1;
      const shape = geometry === null ? null : asLayerType(geometry, layer.geometryType);
      const box = shape === null ? null : boxOf(shape);
      const blob = shape === null ? null : geometryBlob(shape, box, systemOf(layer));
      insert.run(key, blob, ...layer.columns.map(({ type }, column) => stored(values[column] ?? null, type)));
      if (box === null) return;
      index.run(key, box[0], box[2], box[1], box[3]);
      extent = boxAround(extent, box);
    },
    extent: () => extent,
  };
}

function asLayerType(geometry: Geometry, wanted: FeatureLayer['geometryType']): Geometry {
  if (geometry.type === 'GeometryCollection' || wanted !== `Multi${geometry.type}`) return geometry;
  return { type: wanted, coordinates: [geometry.coordinates] } as SimpleGeometry;
}

function stored(value: FeatureValue, type: ColumnType): Param {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || (type !== 'datetime' && type !== 'date')) return value;
  const date = parseDate(value);
  if (date === null) return null;
  return type === 'date' ? toInstant(date.ms).slice(0, 10) : toInstant(date.ms);
}
