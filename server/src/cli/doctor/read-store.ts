import type { Sql } from '../../adapters/sql/database.ts';
import { connect } from '../../adapters/sqlite/driver.ts';
import { createSqliteSql } from '../../adapters/sqlite/sqlite-sql.ts';
import type { Config } from '../../config.ts';
import { sqliteFile } from '../installation.ts';

/** Reads the store of accounts as it lies there: applies no migration. */
export async function readStore<T>(config: Config, read: (sql: Sql) => Promise<T>): Promise<T> {
  if (config.SWATH_DATABASE_URL !== null) {
    const { lookIntoPostgres } = await import('../../adapters/postgres/look.ts');
    return lookIntoPostgres(config.SWATH_DATABASE_URL, read);
  }
  const connection = connect(sqliteFile(config), { readOnly: true });
  try {
    return await read(createSqliteSql(connection));
  } finally {
    connection.close();
  }
}
