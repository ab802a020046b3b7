import type { Sql } from '../../../sql/database.ts';

/** What an operator has to do, where this role may not. */
export class NoPostgis extends Error {
  override readonly name = 'NoPostgis';
}

const advice =
  'the database has no PostGIS: install it beside PostgreSQL (Debian: postgresql-15-postgis-3) and run CREATE EXTENSION postgis as a superuser';

/** In the schema of all: one that is dropped would take it along. Within the transaction of the migrations. */
export async function requirePostgis(sql: Sql): Promise<void> {
  const found = await sql.get("SELECT 1 AS one FROM pg_extension WHERE extname = 'postgis'");
  if (found !== undefined) return;
  try {
    await sql.run('CREATE EXTENSION IF NOT EXISTS postgis SCHEMA public');
  } catch {
    throw new NoPostgis(advice);
  }
}
