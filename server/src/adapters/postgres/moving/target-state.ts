import type { Sql } from '../../sql/database.ts';
import { lookIntoPostgres } from '../look.ts';
import { readMark } from './copy-mark.ts';

export type TargetState = {
  /** Of which catalogue a copy was begun and not finished; null where none was. */
  readonly mark: string | null;
  readonly hasAccounts: boolean;
  readonly hasCollections: boolean;
};

/** What lies in a database, whether it has tables of ours or not; changes nothing. */
export const lookAtTarget = (url: string): Promise<TargetState> =>
  lookIntoPostgres(url, async (sql) => ({
    mark: await readMark(sql),
    hasAccounts: await hasRows(sql, 'installation', 'wrapped_key IS NOT NULL'),
    hasCollections: await hasRows(sql, 'catalog_collections', 'TRUE'),
  }));

async function hasRows(sql: Sql, table: string, condition: string): Promise<boolean> {
  const isThere = await sql.get(`SELECT 1 AS there WHERE to_regclass('${table}') IS NOT NULL`);
  return (
    isThere !== undefined && (await sql.get(`SELECT 1 AS one FROM ${table} WHERE ${condition} LIMIT 1`)) !== undefined
  );
}
