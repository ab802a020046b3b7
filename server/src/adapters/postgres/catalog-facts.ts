import type { Sql } from '../sql/database.ts';
import { lookIntoPostgres } from './look.ts';

const isThere = `SELECT 1 AS there WHERE to_regclass('catalog_declared') IS NOT NULL`;

/** The properties that the catalogue has an index for; null where there is no catalogue yet. */
export const declaredInPostgres = (url: string): Promise<readonly string[] | null> =>
  lookIntoPostgres(url, async (sql) => {
    if ((await sql.get(isThere)) === undefined) return null;
    const rows = await sql.all<{ name: string }>('SELECT name FROM catalog_declared ORDER BY slot');
    return rows.map(({ name }) => name);
  });

/** What its tables and indexes take. */
export async function catalogueBytes(sql: Sql): Promise<number> {
  const row = await sql.get<{ bytes: number }>(
    `SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
     WHERE relkind IN ('r', 'm') AND relname LIKE 'catalog\\_%' AND relnamespace = current_schema()::regnamespace`,
  );
  return row?.bytes ?? 0;
}
