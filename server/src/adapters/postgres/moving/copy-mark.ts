import type { Sql } from '../../sql/database.ts';
import { lookIntoPostgres } from '../look.ts';

/** While it is there, a copy into this database is not finished. */
export const markTable = 'swath_copy';

const isThere = `SELECT 1 AS there WHERE to_regclass('${markTable}') IS NOT NULL`;

/** Of which catalogue a copy was begun; null where none is. */
export async function readMark(sql: Sql): Promise<string | null> {
  if ((await sql.get(isThere)) === undefined) return null;
  return (await sql.get<{ source: string }>(`SELECT source FROM ${markTable}`))?.source ?? null;
}

/** From now on a service refuses to start here, and the copy may be gone on with. */
export const leaveMark = (url: string, source: string): Promise<void> =>
  lookIntoPostgres(url, async (sql) => {
    await sql.run(`CREATE TABLE IF NOT EXISTS ${markTable} (source TEXT NOT NULL)`);
    await sql.run(`INSERT INTO ${markTable} (source) SELECT $1::text WHERE NOT EXISTS (SELECT 1 FROM ${markTable})`, [
      source,
    ]);
  });
