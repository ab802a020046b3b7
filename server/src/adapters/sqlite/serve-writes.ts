import { parentPort } from 'node:worker_threads';
import { migrate } from '../sql/migrate.ts';
import type { Exclusively, SchemaReport } from '../sql/migrate.ts';
import { type Workshop, commitBulks, commitGroup } from './commit-group.ts';
import type { Connection } from './driver.ts';
import { createSqliteSql, explain } from './sqlite-sql.ts';
import { toFault } from '../threads/fault.ts';
import type { FromWriter, Job, ToWriter } from './writer-protocol.ts';

/** What a thread that owns the only writing connection of a file must know of it. */
export type WriterPlan = {
  open(): Connection;
  /** Brings the schema up to date; of the accounts' database where absent. `told` hears what takes minutes. */
  readonly upgrade?: (connection: Connection, told: (notice: string) => void) => Promise<SchemaReport>;
  /** Called once the schema is up to date. */
  furnish(connection: Connection): Workshop;
};

const upgradeAccounts = (connection: Connection) => migrate('sqlite', exclusivelyOn(connection));

const mostInOneCommit = 256;
const send = (message: FromWriter) => parentPort!.postMessage(message, []);

/** Opens, migrates, and runs verbs until it is told to close. */
export async function serveWrites({ open, upgrade = upgradeAccounts, furnish }: WriterPlan): Promise<void> {
  try {
    const connection = open();
    const schema = await upgrade(connection, (notice) => send({ type: 'upgrading', notice }));
    listen(connection, furnish(connection));
    send({ type: 'ready', schema });
  } catch (error) {
    send({ type: 'refused', fault: toFault(explain(error)) });
  }
}

export const exclusivelyOn =
  (connection: Connection): Exclusively =>
  async (work) => {
    connection.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(createSqliteSql(connection));
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };

/** As much as one body may hold: for so long others have to wait anyway. */
const mostBulkBytes = 64 * 1_024 * 1_024;

/** How many large bulks, from the first one on, are written as one. */
function sizeOfBulk(waiting: readonly Job[], { isLarge, bulkBytes }: Workshop): number {
  let bytes = 0;
  const end = waiting.findIndex(({ verb, input }) => {
    const more = isLarge?.(verb, input) ? (bulkBytes?.(verb, input) ?? null) : null;
    return more === null || (bytes += more) > mostBulkBytes;
  });
  return end === -1 ? waiting.length : end;
}

/** How many of the waiting verbs share the next commit: up to the first large one, which is alone. */
function sizeOfGroup(waiting: readonly Job[], { isLarge }: Workshop): number {
  if (isLarge === undefined) return mostInOneCommit;
  const large = waiting.slice(0, mostInOneCommit).findIndex(({ verb, input }) => isLarge(verb, input));
  return large === -1 ? mostInOneCommit : Math.max(1, large);
}

function listen(connection: Connection, workshop: Workshop): void {
  const port = parentPort!;
  const waiting: Job[] = [];
  let isDraining = false;
  let isClosing = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const bulks = sizeOfBulk(waiting, workshop);
      const jobs = waiting.splice(0, bulks > 1 ? bulks : sizeOfGroup(waiting, workshop));
      const replies = await (bulks > 1 ? commitBulks : commitGroup)(connection, workshop, jobs);
      waiting.unshift(...jobs.slice(replies.length));
      send({ type: 'replies', replies });
    }
    isDraining = false;
    if (isClosing) close();
  }

  function close(): void {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    port.close();
  }

  port.on('message', (message: ToWriter) => {
    if (message === 'close') isClosing = true;
    else waiting.push(message);
    if (isDraining) return;
    isDraining = true;
    // After this turn of the loop, so that the messages that came together share a commit.
    setImmediate(() => void drain());
  });
}
