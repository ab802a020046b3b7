import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FeatureLayer, FeatureRow } from '../../geometry/feature-layers.ts';
import { type Connection, connect } from '../sqlite/driver.ts';
import { fillLayer } from './fill-layer.ts';
import { createFile, createLayer } from './schema.ts';
import { createTriggers } from './spatial-index.ts';
import { noteExtent } from './write-geopackage.ts';

const chunkBytes = 1_048_576;
/** Pages that SQLite keeps before it writes them to the file. */
const cacheKib = 8_192;

/** A GeoPackage of one layer that grows row by row. */
export type LayerFile = {
  put(row: FeatureRow): void;
  /** The bytes of the file, made as they are taken. */
  end(): Iterable<Uint8Array>;
  close(): void;
};

/** Writes into the folder, which is made when it is needed. */
export function createLayerFile(folder: string, layer: FeatureLayer, nowMs: number): LayerFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.gpkg`);
  const connection = connect(path);
  let isOpen = true;
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
    createTriggers(connection, layer.name);
    connection.exec('COMMIT');
    connection.close();
    isOpen = false;
  }

  return {
    put: (row) => filler.put(row),
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
