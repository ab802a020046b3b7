import { dirname } from 'node:path';
import type { Catalog } from '../../../../catalog/ports.ts';
import { DataFolderBusy, lockDataFolder } from '../../data-folder-lock.ts';
import { type Connection, unavailableReason } from '../../driver.ts';
import { explain } from '../../sqlite-sql.ts';
import { declaredIn } from '../file/declared-now.ts';
import { createLoadDesk } from './load-desk.ts';
import { putItems } from '../write/put-items.ts';
import { mapForLoad, openForWriting } from '../file/settings.ts';
import { settleAtStart } from '../tend/settle-at-start.ts';
import { upgradeCatalogue } from '../upgrade.ts';
import { createStatements } from '../file/statements.ts';
import { createStoredDocuments } from '../documents/stored-documents.ts';
import { putCollection } from '../write/write-collections.ts';

/** The catalogue for one process alone: it stores without a thread between, and leaves the index for the end. */
export type OfflineCatalog = {
  readonly catalog: Pick<Catalog, 'putItems' | 'getItem' | 'getCollection' | 'putCollection'>;
  /** All that was stored so far is on disk when it resolves; until then it is not. */
  commit(): Promise<void>;
  /** Commits, and indexes what was stored: from then on searches find it. */
  settle(): Promise<void>;
  /** Settles; one that failed leaves what was committed, and the next start indexes that. */
  close(): Promise<void>;
};

const cacheMiB = 128;

export type OfflineIndex = { readonly declared: readonly string[]; readonly summarised?: readonly string[] | null };

/** What is to be indexed, by what the store has an index for; null is a new one. */
type IndexWanted = (declared: readonly string[] | null) => OfflineIndex;

/** Null where somebody else has the folder or the file: a service, a worker, another load. `told` hears what takes minutes. */
export async function openOfflineCatalog(
  file: string,
  index: IndexWanted,
  told: (notice: string) => void = () => {},
): Promise<OfflineCatalog | null> {
  const lock = await lockDataFolder(dirname(file)).catch((error: unknown) => {
    if (error instanceof DataFolderBusy) return null;
    throw error;
  });
  if (lock === null) return null;
  let connection: Connection | null = null;
  try {
    connection = openAlone(file);
    if (connection !== null) {
      // By this connection: another one that was closed may keep the file from being this one's alone.
      const { declared, summarised } = index(declaredIn(connection));
      await upgradeCatalogue(connection, told);
      settleAtStart(connection, declared, summarised);
      return loadInto(connection, lock.release);
    }
  } catch (error) {
    connection?.close();
    await lock.release();
    throw explain(error);
  }
  await lock.release();
  return null;
}

/** Nobody else can open the file from here on, not even to read: what they would read is not indexed. */
export function openAlone(file: string): Connection | null {
  const connection = openForWriting(file, { busyTimeoutMs: 0 }, cacheMiB);
  try {
    // One transaction before: else the log's index is in memory alone, and the lock could not be given back.
    connection.exec('BEGIN IMMEDIATE; COMMIT; PRAGMA locking_mode = EXCLUSIVE');
    connection.exec('BEGIN IMMEDIATE; COMMIT');
    mapForLoad(connection);
    return connection;
  } catch (error) {
    connection.close();
    if (unavailableReason(error) === 'the database is busy') return null;
    throw error;
  }
}

function loadInto(connection: Connection, release: () => Promise<void>): OfflineCatalog {
  const desk = createLoadDesk(connection);
  const { getItem, getCollection } = createStoredDocuments(createStatements(connection));
  return {
    catalog: {
      getItem,
      getCollection,
      putItems: (writes, mode) => desk.perform((at) => putItems(at, writes, mode)),
      putCollection: (collection, mode, ifMatch) =>
        desk.perform((at) => putCollection(at, { collection, mode, ifMatch })),
    },
    commit: async () => desk.commit(),
    settle: async () => desk.settle(),
    async close() {
      try {
        if (!desk.isBroken()) desk.settle();
      } finally {
        letOthersIn(connection);
        connection.close();
        await release();
      }
    },
  };
}

/** Closing alone would leave the lock with whatever is still prepared, until that is collected. */
const letOthersIn = (connection: Connection): void =>
  connection.exec('PRAGMA locking_mode = NORMAL; BEGIN IMMEDIATE; COMMIT');
