import type { Sql } from '../sql/database.ts';
import { verbs } from '../sql/verbs.ts';
import type { Connection } from './driver.ts';
import { explain } from './sqlite-sql.ts';
import { toFault } from './writer-protocol.ts';
import type { Job, Reply } from './writer-protocol.ts';

type AnyVerb = (sql: Sql, input: unknown) => Promise<unknown>;

/** Runs the waiting verbs in one commit, for one sync of the disk; the replies are true only once this resolves. */
export async function commitGroup(connection: Connection, sql: Sql, jobs: readonly Job[]): Promise<readonly Reply[]> {
  try {
    connection.exec('BEGIN IMMEDIATE');
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(await runInSavepoint(connection, sql, job));
    connection.exec('COMMIT');
    return replies;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    const fault = toFault(explain(error));
    return jobs.map(({ id }) => ({ id, fault }));
  }
}

async function runInSavepoint(connection: Connection, sql: Sql, { id, verb, input }: Job): Promise<Reply> {
  connection.exec('SAVEPOINT verb');
  try {
    const output = await (verbs[verb] as AnyVerb)(sql, input);
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
