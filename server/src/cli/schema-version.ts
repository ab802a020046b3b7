import type { Sql } from '../adapters/sql/database.ts';
import { type Migration, NewerSchema, latestVersion, migrations } from '../adapters/sql/migrate.ts';
import { connect } from '../adapters/sqlite/driver.ts';
import { createSqliteSql } from '../adapters/sqlite/sqlite-sql.ts';
import type { Config } from '../config.ts';
import { isThere, sqliteFile } from './installation.ts';

/** The schema's version as it lies there, 0 when there is none; changes nothing. */
export async function schemaVersion(config: Config): Promise<number> {
  const version =
    config.SWATH_DATABASE_URL === null ? await ofSqlite(config) : await ofPostgres(config.SWATH_DATABASE_URL);
  if (version <= latestVersion) return version;
  throw new NewerSchema(`the database has schema version ${version}, this release knows ${latestVersion}`);
}

export const pendingMigrations = (version: number): readonly Pick<Migration, 'version' | 'name'>[] =>
  migrations.slice(version).map(({ version: each, name }) => ({ version: each, name }));

async function ofSqlite(config: Config): Promise<number> {
  if (!isThere(sqliteFile(config))) return 0;
  const connection = connect(sqliteFile(config), { readOnly: true });
  try {
    return await read(createSqliteSql(connection), `SELECT name FROM sqlite_master WHERE name = 'schema_version'`);
  } finally {
    connection.close();
  }
}

async function ofPostgres(url: string, table = 'schema_version'): Promise<number> {
  const { lookIntoPostgres } = await import('../adapters/postgres/look.ts');
  const tableIsThere = `SELECT 1 AS there WHERE to_regclass('${table}') IS NOT NULL`;
  return lookIntoPostgres(url, (sql) => read(sql, tableIsThere, table));
}

async function read(sql: Sql, tableIsThere: string, table = 'schema_version'): Promise<number> {
  if ((await sql.get(tableIsThere)) === undefined) return 0;
  const row = await sql.get<{ version: number | null }>(`SELECT MAX(version) AS version FROM ${table}`);
  return row?.version ?? 0;
}

/** The same of the catalogue, where it is in PostgreSQL; an embedded one is brought up to date by whoever opens it. */
export const catalogueVersion = (url: string): Promise<number> => ofPostgres(url, 'catalog_schema_version');
