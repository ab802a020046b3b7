import type { Connection } from './driver.ts';
import { explain } from './sqlite-sql.ts';
import { toFault } from '../threads/fault.ts';
import type { Job, Reply } from './writer-protocol.ts';

/** The verbs of one database, and what belongs around the transactions that they share. */
export type Workshop = {
  run(verb: string, input: unknown): Promise<unknown>;
  /** So much work that small verbs should not wait for it. */
  isLarge?(verb: string, input: unknown): boolean;
  /** How many bytes it brings, where it may share a transaction with others of its kind; else null. */
  bulkBytes?(verb: string, input: unknown): number | null;
  /** The transaction is open: until it ends, nobody else writes. Bulks that are written as one are done together or not at all. */
  begun?(isOneBulk: boolean): void;
  /** The verbs are done: what they left to be written once is written now. */
  beforeCommit?(): void;
  /** The whole transaction was undone, those verbs too that had succeeded. */
  undone?(): void;
};

/** Verbs that came together wait for each other, but not longer than this. */
const longestGroupMs = 100;

/**
 * Runs the waiting verbs in one commit, for one sync of the disk; the replies are true only once this resolves.
 * Where the first ones take long, the last ones get no reply: they are for the next commit.
 */
export async function commitGroup(
  connection: Connection,
  workshop: Workshop,
  jobs: readonly Job[],
): Promise<readonly Reply[]> {
  const begunAtMs = performance.now();
  // A savepoint keeps a copy of every page that is touched: one that is alone can be undone without.
  const run = jobs.length === 1 ? runAlone : runInSavepoint;
  try {
    return await inTransaction(connection, workshop, false, async () => {
      const replies: Reply[] = [];
      for (const job of jobs) {
        replies.push(await run(connection, workshop, job));
        if (performance.now() - begunAtMs > longestGroupMs) break;
      }
      return replies;
    });
  } catch (error) {
    const fault = toFault(explain(error));
    return jobs.map(({ id }) => ({ id, fault }));
  }
}

/**
 * Bulks that wait together are written as one: its rows lie closer together, so that fewer pages of the index are touched.
 * Where one of them fails, all are undone and each is tried by itself.
 */
export async function commitBulks(
  connection: Connection,
  workshop: Workshop,
  jobs: readonly Job[],
): Promise<readonly Reply[]> {
  try {
    return await inTransaction(connection, workshop, true, async () => {
      const together: Reply[] = [];
      for (const job of jobs) together.push(await runAlone(connection, workshop, job));
      return together;
    });
  } catch {
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(...(await commitGroup(connection, workshop, [job])));
    return replies;
  }
}

/** Commits what the work has done; where anything fails, all of it is undone. */
async function inTransaction(
  connection: Connection,
  workshop: Workshop,
  isOneBulk: boolean,
  work: () => Promise<readonly Reply[]>,
): Promise<readonly Reply[]> {
  try {
    connection.exec('BEGIN IMMEDIATE');
    workshop.begun?.(isOneBulk);
    const replies = await work();
    workshop.beforeCommit?.();
    connection.exec('COMMIT');
    return replies;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    workshop.undone?.();
    throw error;
  }
}

const runAlone = async (_: Connection, workshop: Workshop, { id, verb, input }: Job): Promise<Reply> => ({
  id,
  output: await workshop.run(verb, input),
});

async function runInSavepoint(connection: Connection, workshop: Workshop, { id, verb, input }: Job): Promise<Reply> {
  connection.exec('SAVEPOINT verb');
  try {
    const output = await workshop.run(verb, input);
    connection.exec('RELEASE verb');
    return { id, output };
  } catch (error) {
    // A full disk undoes the whole transaction: then the neighbours' work is gone too.
    if (!connection.isTransaction) throw error;
    connection.exec('ROLLBACK TO verb');
    connection.exec('RELEASE verb');
    return { id, fault: toFault(explain(error)) };
  }
}
