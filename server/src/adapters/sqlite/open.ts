import type { Database } from '../sql/database.ts';
import { connect } from './driver.ts';
import type { Connection, Param } from './driver.ts';
import { createSqliteSql, explain } from './sqlite-sql.ts';
import { startWorker } from '../threads/start-worker.ts';
import { startWriter } from './writer.ts';

// 64 MiB. No mmap: it halves the cost of a cold key, but a failing disk would then kill the process instead of answering 503.
const readerSettings = 'PRAGMA cache_size = -65536';

/** How long to wait for another process that writes. */
export type SqliteOptions = { readonly busyTimeoutMs?: number };

async function openReader(file: string, busyTimeoutMs: number): Promise<Connection> {
  const reader = connect(file, { readOnly: true, busyTimeoutMs });
  reader.exec(readerSettings);
  // Its own knows no letters beyond ASCII.
  reader.function('lower', { deterministic: true }, (text: Param) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return reader;
}

/** How long a commit of another process may stay unseen: far less than that process takes to say that it is done. */
const lookEveryMs = 1;

/** Our own commits count before their caller hears of them; asking SQLite for those of others costs 4 us, so not each time. */
function versionOf(reader: Connection, ownCommits: () => number): () => number {
  const statement = reader.prepare('PRAGMA data_version');
  let seen = 0;
  let lookedAtMs = -Infinity;
  let ownAtLook = -1;
  return () => {
    const nowMs = performance.now();
    const own = ownCommits();
    if (own === ownAtLook && nowMs - lookedAtMs < lookEveryMs) return seen;
    seen = (statement.get() as { data_version: number }).data_version;
    lookedAtMs = nowMs;
    ownAtLook = own;
    return seen;
  };
}

/** Opens the file, makes it if need be, and brings its schema up to date. Several processes may have it open. */
export async function openSqlite(file: string, { busyTimeoutMs = 5_000 }: SqliteOptions = {}): Promise<Database> {
  const writer = await startWriter(startWorker('writer-worker', import.meta.url, { file, busyTimeoutMs }));
  const reader = await openReader(file, busyTimeoutMs).catch(async (error: unknown) => {
    await writer.close();
    throw explain(error);
  });
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    reader.close();
    await writer.close();
  }

  return {
    dialect: 'sqlite',
    schema: writer.schema,
    read: createSqliteSql(reader),
    write: writer.write as Database['write'],
    version: versionOf(reader, writer.commits),
    isWritable: writer.isWritable,
    close: () => (closing ??= close()),
  };
}
