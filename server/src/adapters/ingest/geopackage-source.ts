import { mostItemBytes } from '../../ingest/split-lines.ts';
import type { Content, Entry, Source } from '../../ingest/source.ts';
import { itemColumn } from '../../exports/columns.ts';
import { PlatformError } from '../../shared/errors.ts';
import { quotedName } from '../geopackage/names.ts';
import { type Connection, connect } from '../sqlite/driver.ts';
import { lookAt } from './local-file-source.ts';

type Place = { readonly fid: number };

/** The items of a GeoPackage, each whole in a column of a layer. */
export async function geoPackageSource(path: string): Promise<Source> {
  const { fingerprint } = await lookAt(path);
  const { layer, most } = reading(path, (connection) => {
    const found = layerOf(connection);
    const { last } = connection.prepare(`SELECT max(rowid) AS last FROM ${quotedName(found)}`).get() as {
      last: number | null;
    };
    return { layer: found, most: last ?? 0 };
  });
  return {
    name: `gpkg ${path}`,
    fingerprint,
    unit: 'items',
    total: () => most,
    entries: (from) => entriesOf(path, layer, (from as Place | null) ?? { fid: 0 }),
    findCollection: async () => null,
  };
}

function reading<T>(path: string, read: (connection: Connection) => T): T {
  const connection = opened(path);
  try {
    return read(connection);
  } catch (error) {
    throw noGeoPackage(path, error);
  } finally {
    connection.close();
  }
}

function opened(path: string): Connection {
  try {
    return connect(path, { readOnly: true });
  } catch (error) {
    throw noGeoPackage(path, error);
  }
}

const noGeoPackage = (path: string, error: unknown): unknown =>
  error instanceof PlatformError
    ? error
    : new PlatformError('invalid_parameters', `${path} is no GeoPackage that can be read`);

const layersWithItems = `SELECT c.table_name AS name FROM gpkg_contents c
  JOIN sqlite_master m ON m.name = c.table_name AND m.type = 'table'
  WHERE c.data_type IN ('features', 'attributes')
    AND EXISTS (SELECT 1 FROM pragma_table_info(c.table_name) WHERE name = ?) ORDER BY c.table_name`;

/** The first that has them. */
function layerOf(connection: Connection): string {
  const layer = connection.prepare(layersWithItems).get(itemColumn) as { readonly name: string } | undefined;
  if (layer !== undefined) return layer.name;
  throw new PlatformError(
    'invalid_parameters',
    `no layer has a column '${itemColumn}', which holds whole items: exports without 'fields' have it`,
  );
}

type ItemRow = { readonly fid: number; readonly length: number | null; readonly item: unknown };

async function* entriesOf(path: string, layer: string, { fid }: Place): AsyncGenerator<Entry> {
  const connection = opened(path);
  try {
    const item = quotedName(itemColumn);
    const next = connection.prepare(
      `SELECT rowid AS fid, length(CAST(${item} AS BLOB)) AS length,
         CASE WHEN length(CAST(${item} AS BLOB)) <= ${mostItemBytes} THEN ${item} END AS item
       FROM ${quotedName(layer)} WHERE rowid > ? ORDER BY rowid LIMIT 1`,
    );
    for (let at = fid; ;) {
      const row = next.get(at) as ItemRow | undefined;
      if (row === undefined) return;
      at = row.fid;
      yield { position: `fid ${at}`, content: contentOf(row), next: { fid: at }, done: at };
    }
  } finally {
    connection.close();
  }
}

function contentOf({ item, length }: ItemRow): Content {
  if (typeof item === 'string') return { kind: 'text', bytes: Buffer.from(item) };
  const reason =
    length !== null && length > mostItemBytes
      ? `is ${length} bytes long: an item has at most ${mostItemBytes}`
      : 'has no item';
  return { kind: 'problem', id: null, reason, text: null };
}
