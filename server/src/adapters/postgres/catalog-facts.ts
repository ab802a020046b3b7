import type { PropertyType } from '../../catalog/property-statistics.ts';
import { type Visibility, isVisible } from '../../catalog/visibility.ts';
import type { KnownProperty } from '../../exports/columns.ts';
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

/** Without the values, which stand last: the database reads no JSON with texts that it could not hold (NUL, halves of characters). */
const told = `(split_part(p.statistics, ',"values":', 1) || '}')::json`;

/** Rows of no collection are over all of them. */
const known = `SELECT p.name, json_agg(DISTINCT ${told} ->> 'types') AS types,
    sum((${told} ->> 'count')::bigint)::bigint AS count
  FROM catalog_properties p
  WHERE p.collection <> '' AND ($1::text IS NULL OR p.collection IN (SELECT json_array_elements_text($1::json)))
  GROUP BY p.name`;

type Known = { readonly name: string; readonly types: readonly string[]; readonly count: number };

/** The properties that items of the visible collections have (of those named, else of all), joined in the database: there may be a million. */
export async function knownInPostgres(
  url: string,
  collections: readonly string[] | null,
  visibility: Visibility,
): Promise<readonly KnownProperty[]> {
  const all = visibility === 'all' ? null : [...visibility];
  const ids = collections === null ? all : collections.filter((id) => isVisible(id, visibility));
  const rows = await lookIntoPostgres(url, (sql) => sql.all<Known>(known, [ids && JSON.stringify(ids)]));
  return rows.map(({ name, types, count }) => ({
    name,
    types: new Set(types.flatMap((text) => JSON.parse(text) as readonly PropertyType[])),
    count,
  }));
}

/** What its tables and indexes take. */
export async function catalogueBytes(sql: Sql): Promise<number> {
  const row = await sql.get<{ bytes: number }>(
    `SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
     WHERE relkind IN ('r', 'm') AND relname LIKE 'catalog\\_%' AND relnamespace = current_schema()::regnamespace`,
  );
  return row?.bytes ?? 0;
}
