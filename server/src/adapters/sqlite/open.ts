import type { Database } from '../sql/database.ts';
import { connect } from './driver.ts';
import { createSqliteSql } from './sqlite-sql.ts';
import { startWriter } from './writer.ts';

// 64 MiB: the upper levels of the key and token indexes stay in memory with a million keys.
const readerCache = 'PRAGMA cache_size = -65536';

/** Opens the file, makes it if need be, and brings its schema up to date. Several processes may have it open. */
export async function openSqlite(file: string): Promise<Database> {
  const writer = await startWriter(file);
  const reader = connect(file, { readOnly: true });
  reader.exec(readerCache); reader.exec('PRAGMA mmap_size=2000000000');
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    reader.close();
    await writer.close();
  }

  return {
    dialect: 'sqlite',
    schema: writer.schema,
    read: createSqliteSql(reader),
    write: writer.write,
    close: () => (closing ??= close()),
  };
}
