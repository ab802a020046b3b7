import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../../geometry/box.ts';
import type { FeatureFileWriter, FeatureLayer, FeatureLayers } from '../../geometry/feature-layers.ts';
import { type Connection, connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { fillLayer } from './fill-layer.ts';
import { createFile, createLayer } from './schema.ts';
import { createTriggers } from './spatial-index.ts';

/** How long rows are written before others have their turn. */
const turnMs = 10;
const chunkLength = 65_536;

/** Writes GeoPackages through temporary files in the folder, which is made when it is needed. */
export function createGeoPackageWriter(folder: string): FeatureFileWriter {
  return async function* write(layers, signal) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${randomUUID()}.gpkg`);
    try {
      await writeFile(path, layers, signal).catch((error: unknown) => {
        throw explain(error);
      });
      yield* bytesOf(path, signal);
    } finally {
      await rm(path, { force: true });
    }
  };
}

async function writeFile(path: string, { layers, lastChangeMs }: FeatureLayers, signal?: AbortSignal): Promise<void> {
  const connection = connect(path);
  try {
    createFile(connection);
    for (const layer of layers) {
      createLayer(connection, layer, lastChangeMs);
      noteExtent(connection, layer, await writeRows(connection, layer, signal));
      createTriggers(connection, layer.name);
    }
  } finally {
    connection.close();
  }
}

async function writeRows(connection: Connection, layer: FeatureLayer, signal?: AbortSignal): Promise<Box | null> {
  const filler = fillLayer(connection, layer);
  connection.exec('BEGIN');
  let turnEnds = performance.now() + turnMs;
  for await (const row of layer.rows) {
    filler.put(row);
    if (performance.now() < turnEnds) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    turnEnds = performance.now() + turnMs;
  }
  connection.exec('COMMIT');
  return filler.extent();
}

export function noteExtent(connection: Connection, { name }: FeatureLayer, extent: Box | null): void {
  if (extent === null) return;
  connection
    .prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?')
    .run(...extent, name);
}

async function* bytesOf(path: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  const file = await open(path);
  try {
    // Where the system allows it the file has no name any more from here on, whatever becomes of the process.
    await rm(path, { force: true }).catch(() => {});
    yield* chunksOf(file, signal);
  } finally {
    await file.close();
  }
}

async function* chunksOf(file: FileHandle, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkLength), 0, chunkLength, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
