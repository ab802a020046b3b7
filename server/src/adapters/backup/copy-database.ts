import { statSync } from 'node:fs';
import { type Connection, type ConnectionOptions, connect, copyTo } from '../sqlite/driver.ts';
import { versionOf } from '../sqlite/schema-version.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { checksumOf } from './checksums.ts';
import type { CopiedDatabase, TableCounts } from './manifest.ts';

/** A copy of one moment while others write; both sides are counted, and the copy is read through. */
export async function copyDatabase(file: string, to: string): Promise<CopiedDatabase> {
  const tables = await copyAndCount(file, to);
  // A log beside it would have to be made again by whoever reads it, where nothing can be written perhaps.
  onDatabase(to, (connection) => connection.exec('PRAGMA journal_mode = DELETE'), { readOnly: false });
  checkDatabase(to, tables);
  return {
    schema_version: onDatabase(to, versionOf),
    bytes: statSync(to).size,
    sha256: await checksumOf(to),
    tables,
  };
}

async function copyAndCount(file: string, to: string): Promise<TableCounts> {
  try {
    const connection = connect(file, { readOnly: true });
    try {
      // What is counted is what is copied: both see this transaction.
      connection.exec('BEGIN');
      const tables = countTables(connection);
      await copyTo(connection, to);
      connection.exec('COMMIT');
      return tables;
    } finally {
      connection.close();
    }
  } catch (error) {
    throw explain(error);
  }
}

/** Throws where a file is not whole, or has not the rows that it should. */
export function checkDatabase(file: string, tables: TableCounts): void {
  onDatabase(file, (connection) => {
    const problem = integrityProblem(connection);
    if (problem !== null) throw new Error(`${file} is damaged: ${problem}`);
    const found = countTables(connection);
    for (const [name, count] of Object.entries(tables))
      if (found[name] !== count)
        throw new Error(`${file} has ${found[name] ?? 0} rows in the table ${name}, not ${count}`);
  });
}

/** Null where all pages, indexes and rows fit together. */
export function integrityProblem(connection: Connection): string | null {
  const [first] = connection.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
  return first?.integrity_check === 'ok' ? null : (first?.integrity_check ?? 'it cannot be read');
}

function countTables(connection: Connection): TableCounts {
  const names = connection.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  );
  const count = (name: string) =>
    (connection.prepare(`SELECT COUNT(*) AS rows FROM "${name}"`).get() as { rows: number }).rows;
  return Object.fromEntries((names.all() as { name: string }[]).map(({ name }) => [name, count(name)]));
}

export function onDatabase<T>(
  file: string,
  look: (connection: Connection) => T,
  options: ConnectionOptions = { readOnly: true },
): T {
  const connection = connect(file, options);
  try {
    return look(connection);
  } finally {
    connection.close();
  }
}
