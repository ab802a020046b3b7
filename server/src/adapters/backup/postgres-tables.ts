import type { Sql } from '../sql/database.ts';
import type { TableCounts } from './manifest.ts';

/** Tables of this database, but for those that belong to an extension or to PostgreSQL itself. */
const tables = `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
  ORDER BY 1`;

export async function countPostgresTables(sql: Sql): Promise<TableCounts> {
  const counts: Record<string, number> = {};
  for (const { name } of await sql.all<{ name: string }>(tables))
    counts[name] = (await sql.get<{ rows: number }>(`SELECT COUNT(*) AS rows FROM ${name}`))!.rows;
  return counts;
}
