import type { Catalog } from '../../../catalog/ports.ts';
import { type Log, silentLog } from '../../../shared/log.ts';
import { connect } from '../driver.ts';
import { explain } from '../sqlite-sql.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { startWriter } from '../writer.ts';
import { keepTending } from '../../sql/keep-tending.ts';
import { createReaders } from './threads/readers.ts';
import { searchingNames } from './search/search-names.ts';
import { createStatements } from './file/statements.ts';
import { createStoredDocuments } from './documents/stored-documents.ts';
import { warmCollections } from './collections/warm-collections.ts';
import { createWrites } from './writes.ts';
import { type FreshLimits, usualLimits } from './write/fresh-rows.ts';

export type SqliteCatalogOptions = {
  /** Names of properties whose conditions and orders the index answers. */
  readonly declared: readonly string[];
  /** Properties that collections summarise, where not those that are declared; null leaves it to another process. */
  readonly summarised?: readonly string[] | null;
  readonly busyTimeoutMs?: number;
  /** Threads that search. */
  readonly readers?: number;
  readonly searchTimeoutMs?: number;
  readonly log?: Log;
  /** Of the small tables that bulks are written to first. */
  readonly freshLimits?: FreshLimits;
};

export type SqliteCatalog = {
  readonly catalog: Catalog;
  /** False once the writer is gone for good. */
  isWritable(): boolean;
  /** Whether what starts and changes of settings left to do is still being done. */
  isTended(): boolean;
  /** Starts the search threads before the first search asks for them. */
  warm(): Promise<void>;
  close(): Promise<void>;
};

type Closable = { close(): Promise<void> | void };

/** Opens the file, makes it if need be, and brings its schema up to date. Several processes may have it open. */
export async function openSqliteCatalog(
  file: string,
  {
    declared,
    summarised = declared,
    busyTimeoutMs = 5_000,
    readers = 2,
    searchTimeoutMs = 30_000,
    log = silentLog,
    freshLimits = usualLimits,
  }: SqliteCatalogOptions,
): Promise<SqliteCatalog> {
  const opened: Closable[] = [];
  const keep = <T extends Closable>(one: T): T => {
    opened.push(one);
    return one;
  };
  // The writer last: only then can it take the log into the file.
  const closeAll = async () => {
    for (const each of opened.splice(0).toReversed()) await each.close();
  };
  try {
    const worker = startWorker('writer-worker', import.meta.url, {
      file,
      busyTimeoutMs,
      declared,
      summarised,
      freshLimits,
    });
    const writer = keep(await startWriter(worker, (notice) => log.info(notice)));
    const reader = keep(connect(file, { readOnly: true, busyTimeoutMs }));
    const { search, showItems, aggregate, warm } = keep(
      createReaders(file, { readers, busyTimeoutMs, timeoutMs: searchTimeoutMs }),
    );
    // Alone: it keeps much in memory, and starts with the first search of collections.
    const { searchCollections } = keep(createReaders(file, { readers: 1, busyTimeoutMs, timeoutMs: searchTimeoutMs }));
    const prepare = createStatements(reader);
    const warmAll = async () => {
      await warm();
      // What goes wrong here is told to whoever searches.
      await warmCollections(prepare, searchCollections).catch(() => {});
    };
    const { tend, ...writes } = createWrites(writer);
    const tending = keep(keepTending(async () => writer.isWritable() && (await tend()), log));
    const documents = createStoredDocuments(prepare);
    const searches = searchingNames(reader, { search, showItems });
    const catalog = { ...writes, ...documents, ...searches, aggregate, searchCollections };
    let closing: Promise<void> | null = null;
    const { isWritable } = writer;
    return { catalog, isWritable, isTended: tending.isBusy, warm: warmAll, close: () => (closing ??= closeAll()) };
  } catch (error) {
    await closeAll();
    throw explain(error);
  }
}
