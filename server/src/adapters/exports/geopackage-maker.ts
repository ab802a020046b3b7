import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { type ItemColumn, type Layout, itemColumn } from '../../exports/columns.ts';
import type { FeatureLayer, FeatureRow, FeatureValue } from '../../geometry/feature-layers.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { fillLayer } from '../geopackage/fill-layer.ts';
import { createFile, createLayer } from '../geopackage/schema.ts';
import { createTriggers } from '../geopackage/spatial-index.ts';
import { noteExtent } from '../geopackage/write-geopackage.ts';
import { type Connection, connect } from '../sqlite/driver.ts';
import type { FileMaker } from './file-maker.ts';

const layerName = 'items';
const chunkBytes = 1_048_576;
/** Pages that SQLite keeps before it writes them to the file. */
const cacheKib = 8_192;

/** Writes a GeoPackage into the folder, which is made when it is needed, and gives its bytes at the end. */
export function createGeoPackageMaker(folder: string, layout: Layout, nowMs: number): FileMaker {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.gpkg`);
  const connection = connect(path);
  let isOpen = true;
  const layer = layerOf(layout);
  const filler = beginning();

  /** A disk that is full from the start leaves nothing behind. */
  function beginning() {
    try {
      createFile(connection);
      connection.exec(`PRAGMA cache_size = -${cacheKib}; BEGIN`);
      createLayer(connection, layer, nowMs);
      return fillLayer(connection, layer);
    } catch (error) {
      connection.close();
      rmSync(path, { force: true });
      throw error;
    }
  }

  function finish(): void {
    noteExtent(connection, layer, filler.extent());
    createTriggers(connection, layerName);
    connection.exec('COMMIT');
    connection.close();
    isOpen = false;
  }

  return {
    add(items) {
      for (const item of items) filler.put(rowOf(item, layout));
      return new Uint8Array();
    },
    *end() {
      finish();
      yield* bytesOf(path);
    },
    close() {
      if (isOpen) abandon(connection);
      isOpen = false;
      rmSync(path, { force: true });
    },
  };
}

function abandon(connection: Connection): void {
  if (connection.isTransaction) connection.exec('ROLLBACK');
  connection.close();
}

const layerOf = ({ columns, hasItem }: Layout): FeatureLayer => ({
  name: layerName,
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

function* bytesOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    // Where the system allows it the file has no name any more from here on, whatever becomes of the process.
    rmSync(path, { force: true });
    for (;;) {
      const bytes = new Uint8Array(chunkBytes);
      const length = readSync(file, bytes, 0, chunkBytes, null);
      if (length === 0) return;
      yield length === chunkBytes ? bytes : bytes.slice(0, length);
    }
  } finally {
    closeSync(file);
  }
}
