import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Item, parseItem } from '../../../../catalog/item.ts';
import { documentOf } from '../../../../catalog/stored-document.ts';
import { errorText } from '../../../../shared/error-text.ts';
import { migrate } from '../../../sql/migrate.ts';
import { lockDataFolder } from '../../data-folder-lock.ts';
import type { Connection } from '../../driver.ts';
import { exclusivelyOn } from '../../serve-writes.ts';
import { explain } from '../../sqlite-sql.ts';
import { compareDocuments } from './compare-documents.ts';
import { createLoadDesk } from './load-desk.ts';
import { catalogMigrations } from '../migrations.ts';
import { type OfflineIndex, openAlone } from './open-offline.ts';
import { putItems } from '../write/put-items.ts';
import { openForWriting } from '../file/settings.ts';
import { settleAtStart } from '../tend/settle-at-start.ts';
import { readState, writeState } from '../file/state.ts';
import { type Prepare, createStatements } from '../file/statements.ts';
import { putCollection } from '../write/write-collections.ts';

export type RebuildReport = { readonly collections: number; readonly items: number };

export type RebuildOptions = {
  readonly index: OfflineIndex;
  /** Hears how many items are stored. */
  readonly told?: (items: number) => void;
};

const cacheMiB = 128;
const itemsAtOnce = 500;

/**
 * Builds the catalogue anew from its documents, in a file of its own, compares the two, and only then puts the new one
 * in the place of the old one. Nobody else may have it meanwhile.
 */
export async function rebuildCatalogue(file: string, { index, told }: RebuildOptions): Promise<RebuildReport> {
  const lock = await lockDataFolder(dirname(file));
  const fresh = `${file}.reindexed`;
  try {
    removeDatabase(fresh);
    const old = openAlone(file);
    if (old === null) throw new Error('somebody else has the catalogue open: end that first');
    try {
      const report = await buildFrom(old, fresh, index, told);
      // Its log is empty then, so that none of it could be taken for the new one's.
      old.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      renameSync(fresh, file);
      return report;
    } finally {
      old.close();
    }
  } catch (error) {
    removeDatabase(fresh);
    throw explain(error);
  } finally {
    await lock.release();
  }
}

async function buildFrom(
  old: Connection,
  fresh: string,
  { declared, summarised }: OfflineIndex,
  told: RebuildOptions['told'],
): Promise<RebuildReport> {
  const connection = openForWriting(fresh, {}, cacheMiB);
  try {
    await migrate('sqlite', exclusivelyOn(connection), catalogMigrations);
    settleAtStart(connection, declared, summarised);
    connection.exec('PRAGMA temp_store = FILE');
    const report = await copyDocuments(createStatements(old), connection, told);
    const difference = compareDocuments(createStatements(old), createStatements(connection));
    if (difference !== null)
      throw new Error(`the new catalogue is not the old one: ${difference}; nothing was changed`);
    // All of it in the one file that gets the name.
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return report;
  } finally {
    connection.close();
    removeLog(fresh);
  }
}

type CollectionRow = readonly [id: string, document: Uint8Array, own: Uint8Array | null];
const collections = `SELECT c.id, c.document, f.own FROM collections c
  LEFT JOIN collection_facts f ON f.number = c.number ORDER BY c.number`;
const documents = 'SELECT pk, document FROM documents WHERE pk > ? ORDER BY pk LIMIT ?';

async function copyDocuments(
  from: Prepare,
  connection: Connection,
  told: RebuildOptions['told'],
): Promise<RebuildReport> {
  const desk = createLoadDesk(connection);
  const rows = from(collections).all() as unknown as CollectionRow[];
  for (const [id, document, own] of rows)
    await desk.perform((at) =>
      putCollection(at, { collection: { id, bytes: own ?? document }, mode: 'insert', ifMatch: null }),
    );
  let items = 0;
  for (let after = 0; ;) {
    const some = from(documents).all(after, itemsAtOnce) as unknown as (readonly [number, Uint8Array])[];
    if (some.length === 0) break;
    await desk.perform((at) => {
      for (const [pk, bytes] of some) {
        // Whoever follows arrivals knows items by these numbers.
        at.memory.arrivals.jumpTo(pk);
        const [report] = putItems(at, [{ item: read(bytes), ifMatch: null }], 'insert');
        if (report!.outcome !== 'created') throw new Error(`the item ${report!.id} is ${report!.outcome}`);
      }
    });
    desk.commit();
    after = some.at(-1)![0];
    told?.((items += some.length));
  }
  desk.settle();
  const to = createStatements(connection);
  for (const name of ['next_pk', 'feed'] as const) writeState(to, name, readState(from, name));
  return { collections: rows.length, items };
}

function read(bytes: Uint8Array): Item {
  const document = documentOf(bytes);
  try {
    return parseItem(document);
  } catch (error) {
    const name = `${String(document['collection'])}/${String(document['id'])}`;
    throw new Error(`the item ${name} is not one that this release takes: ${errorText(error)}; nothing was changed`, {
      cause: error,
    });
  }
}

function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeLog(file);
}

const removeLog = (file: string): void => {
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
};
