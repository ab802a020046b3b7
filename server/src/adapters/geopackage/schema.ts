import type { ColumnType, FeatureLayer } from '../../geometry/feature-layers.ts';
import { toInstant } from '../../shared/dates.ts';
import type { Connection } from '../sqlite/driver.ts';
import { degreesId, referenceSystem } from './reference-systems.ts';
import { columnNames, geometryColumn, indexTable, keyColumn, quotedName } from './names.ts';

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'DATETIME',
};

/** `GPKG`, and version 1.3.0. */
const identity = 'PRAGMA application_id = 1196444487; PRAGMA user_version = 10300;';

const tables = `
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
);
CREATE TABLE gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system');
`;

export function createFile(connection: Connection): void {
  // Nobody reads the file before it is whole, so it needs no journal beside it.
  connection.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; ${identity} ${tables}`);
  // Every GeoPackage has it, used or not.
  declareSystem(connection, degreesId);
}

function declareSystem(connection: Connection, epsg: number): void {
  const { name, definition, description } = referenceSystem(epsg);
  connection
    .prepare('INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)')
    .run(name, epsg, 'EPSG', epsg, definition, description);
}

export const systemOf = ({ epsg = degreesId }: FeatureLayer): number => epsg;

/** The layer's table with its index, and its rows in the file's lists. */
export function createLayer(connection: Connection, layer: FeatureLayer, lastChangeMs: number): void {
  const [type, system] = [layer.geometryType.toUpperCase(), systemOf(layer)];
  declareSystem(connection, system);
  const names = columnNames(layer.columns);
  const columns = layer.columns.map((column, index) => `, ${quotedName(names[index]!)} ${sqlTypes[column.type]}`);
  connection.exec(
    `CREATE TABLE ${quotedName(layer.name)} ` +
      `(${keyColumn} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${geometryColumn} ${type}${columns.join('')})`,
  );
  connection
    .prepare('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL, NULL, ?)')
    .run(layer.name, 'features', layer.name, layer.description, toInstant(lastChangeMs), system);
  connection
    .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)')
    .run(layer.name, geometryColumn, type, system);
  connection
    .prepare('INSERT INTO gpkg_extensions VALUES (?, ?, ?, ?, ?)')
    .run(layer.name, geometryColumn, 'gpkg_rtree_index', rtreeDefinition, 'write-only');
  connection.exec(`CREATE VIRTUAL TABLE ${quotedName(indexTable(layer.name))} USING rtree(id, minx, maxx, miny, maxy)`);
}

const rtreeDefinition = 'http://www.geopackage.org/spec120/#extension_rtree';
