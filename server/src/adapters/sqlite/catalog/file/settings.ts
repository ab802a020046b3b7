import { type Connection, type ConnectionOptions, connect } from '../../driver.ts';
import { keepLog } from '../../keep-log.ts';
import { registerSortValue } from './sort-value-sql.ts';

const pageBytes = 8_192;
/** 64 MiB: a checkpoint is due once the log has this many pages, so that searches do not carry more. */
const pagesBeforeCheckpoint = 8_192;
/** No more of it stays on disk. A bulk of 1,000 items fills some 85 MB: what is cut off is made anew by the next one. */
const pagesKeptOfLog = 2 * pagesBeforeCheckpoint;

/** As much as SQLite maps at most. */
const mostMappedBytes = 2_147_418_112;

/** Pages of 8 KiB hold whole documents and runs of entries; every entry that is written costs a page in the log. */
export function openForWriting(file: string, options: ConnectionOptions, cacheMiB: number): Connection {
  const connection = connect(file, options);
  connection.exec(`PRAGMA page_size = ${pageBytes}`);
  keepLog(connection, options.busyTimeoutMs);
  connection.exec(`PRAGMA wal_autocheckpoint = ${pagesBeforeCheckpoint}`);
  connection.exec(`PRAGMA journal_size_limit = ${pagesKeptOfLog * pageBytes}`);
  connection.exec(`PRAGMA cache_size = -${cacheMiB * 1_024}`);
  connection.exec('PRAGMA temp_store = MEMORY');
  registerSortValue(connection);
  return connection;
}

/**
 * For a load that has the file for itself: its index reads rows all over the file, each of which would be copied. A disk
 * that fails then ends the process, which leaves what a kill leaves.
 */
export const mapForLoad = (connection: Connection): void =>
  connection.exec(`PRAGMA mmap_size = ${mostMappedBytes}; PRAGMA temp_store = FILE`);
