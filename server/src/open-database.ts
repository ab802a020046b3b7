import { join } from 'node:path';
import { keepDatabaseToOwner } from './adapters/node/data-folder.ts';
import { bytesOfFiles } from './adapters/node/machine.ts';
import type { Database } from './adapters/sql/database.ts';
import { openSqlite } from './adapters/sqlite/open.ts';
import type { Config } from './config.ts';
import { catalogFile } from './open-catalog.ts';
import { type Bell, noBell } from './shared/bell.ts';
import type { Log } from './shared/log.ts';

export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.SWATH_DATABASE_URL !== null) {
    // Loaded only where it is used: it is a tenth of the start.
    const { openPostgres } = await import('./adapters/postgres/open.ts');
    return openPostgres(config.SWATH_DATABASE_URL, { log });
  }
  keepDatabaseToOwner(config.dataFolder, log);
  return openSqlite(join(config.dataFolder, 'app.db'));
}

/** How nodes of one database hear of each other. */
export async function openBell({ SWATH_DATABASE_URL: url }: Config, { read }: Database, log: Log): Promise<Bell> {
  if (url === null) return noBell;
  const { createPostgresBell } = await import('./adapters/postgres/bell.ts');
  return createPostgresBell({ url, read, log });
}

/** What the catalogue takes, wherever it lies. */
export function catalogueBytesOf(config: Config, { dialect, read }: Database): () => Promise<number> {
  if (dialect === 'sqlite') return () => bytesOfFiles([catalogFile(config), `${catalogFile(config)}-wal`]);
  return async () => (await import('./adapters/postgres/catalog-facts.ts')).catalogueBytes(read);
}
