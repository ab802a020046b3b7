import type { Connection } from '../../driver.ts';
import { explain } from '../../sqlite-sql.ts';
import { createCommitDesk } from '../write/commit-desk.ts';
import type { Desk } from '../write/desk.ts';
import { createLateIndex } from '../write/index-items.ts';
import type { Rollups } from '../rollups/rollups.ts';
import { finishLoad, inTransaction } from '../tend/settle-at-start.ts';
import { readState, writeState } from '../file/state.ts';
import { type Prepare, createStatements } from '../file/statements.ts';
import { createWriterMemory } from '../write/writer-memory.ts';

/** Verbs of one process that share transactions until somebody needs them on disk. */
export type LoadDesk = {
  perform<T>(verb: (desk: Desk) => T | Promise<T>): Promise<T>;
  commit(): void;
  /** Commits, and builds the index of what was stored, in the order of its keys. */
  settle(): void;
  /** A verb or a commit failed: what was not on disk is undone, and no further verb is taken. */
  isBroken(): boolean;
};

/** Documents of a load lie in pieces of memory of this size; of Node's own, 8 KiB, every second one would begin another. */
const documentsAtOnce = 256 * 1_024;

/** Killed, it leaves what was committed; the mark `unindexed` then tells the next start what the index lacks. */
export function createLoadDesk(connection: Connection): LoadDesk {
  Buffer.poolSize = documentsAtOnce;
  const prepare = createStatements(connection);
  const memory = createWriterMemory(prepare);
  const createIndex = () => createLateIndex(prepare, firstUnindexed(prepare, memory.rollups), memory.fresh);
  const desk = createCommitDesk({ prepare, memory, createIndex });
  let isBroken = false;

  function fail(error: unknown): never {
    isBroken = true;
    if (connection.isTransaction) connection.exec('ROLLBACK');
    desk.undone();
    // Not as out of reach: to try again would leave out what was undone.
    const shown = explain(error);
    throw shown === error ? error : new Error((shown as Error).message, { cause: error });
  }

  function begin(): void {
    if (isBroken) throw new Error('the load failed before: the same command goes on from its checkpoint');
    if (connection.isTransaction) return;
    connection.exec('BEGIN IMMEDIATE');
    desk.begun(false);
  }

  function commit(): void {
    if (!connection.isTransaction) return;
    try {
      desk.beforeCommit();
      connection.exec('COMMIT');
    } catch (error) {
      fail(error);
    }
  }

  return {
    async perform(verb) {
      try {
        begin();
        return await desk.perform(verb);
      } catch (error) {
        return fail(error);
      }
    },
    commit,
    settle() {
      commit();
      desk.dropIndex();
      try {
        finishLoad(connection, memory);
        if (!isBroken) inTransaction(connection, () => memory.rollups.writeDeferred());
        connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (error) {
        fail(error);
      }
    },
    isBroken: () => isBroken,
  };
}

/** Marked in the same transaction as the items: whoever opens the store next then knows what the index lacks. */
function firstUnindexed(prepare: Prepare, rollups: Rollups): number {
  const marked = readState(prepare, 'unindexed');
  if (marked !== null) return Number(marked);
  const [next] = prepare('SELECT coalesce(max(pk), 0) + 1 FROM items').get() as [number];
  writeState(prepare, 'unindexed', String(next));
  rollups.defer();
  return next;
}
