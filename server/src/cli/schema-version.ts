import { onDatabase } from '../adapters/backup/copy-database.ts';
import { type Migration, NewerSchema, latestVersion, migrations } from '../adapters/sql/migrate.ts';
import { versionOf } from '../adapters/sqlite/schema-version.ts';
import type { Config } from '../config.ts';
import { catalogFile } from '../open-catalog.ts';
import { isThere, sqliteFile } from './installation.ts';

/** The schema's version as it lies there, 0 when there is none; changes nothing. */
export async function schemaVersion(config: Config): Promise<number> {
  const version =
    config.SWATH_DATABASE_URL === null ? await ofSqlite(config) : await ofPostgres(config.SWATH_DATABASE_URL);
  if (version <= latestVersion) return version;
  throw new NewerSchema(`the database has schema version ${version}, this release knows ${latestVersion}`);
}

type Step = Pick<Migration, 'version' | 'name'>;

export const pendingMigrations = (version: number, steps: readonly Step[] = migrations): readonly Step[] =>
  steps.slice(version).map(({ version: each, name }) => ({ version: each, name }));

async function ofSqlite(config: Config): Promise<number> {
  return isThere(sqliteFile(config)) ? onDatabase(sqliteFile(config), versionOf) : 0;
}

async function ofPostgres(url: string, table = 'schema_version'): Promise<number> {
  const { lookIntoPostgres } = await import('../adapters/postgres/look.ts');
  const tableIsThere = `SELECT 1 AS there WHERE to_regclass('${table}') IS NOT NULL`;
  return lookIntoPostgres(url, async (sql) => {
    if ((await sql.get(tableIsThere)) === undefined) return 0;
    const row = await sql.get<{ version: number | null }>(`SELECT MAX(version) AS version FROM ${table}`);
    return row?.version ?? 0;
  });
}

/** The same of the catalogue, null where there is no file of it yet. */
export async function catalogueVersion(config: Config): Promise<number | null> {
  const { SWATH_DATABASE_URL: url } = config;
  if (url !== null) return catalogueVersionIn(url);
  return isThere(catalogFile(config)) ? onDatabase(catalogFile(config), versionOf) : null;
}

export const catalogueVersionIn = (url: string): Promise<number> => ofPostgres(url, 'catalog_schema_version');
