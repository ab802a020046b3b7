import { parentPort, workerData } from 'node:worker_threads';
import { migrate } from '../sql/migrate.ts';
import type { Exclusively } from '../sql/migrate.ts';
import { commitGroup } from './commit-group.ts';
import { connect } from './driver.ts';
import type { Connection } from './driver.ts';
import { createSqliteSql, explain } from './sqlite-sql.ts';
import { toFault } from './writer-protocol.ts';
import type { FromWriter, Job, ToWriter } from './writer-protocol.ts';

type WriterData = { readonly file: string; readonly busyTimeoutMs: number };

const mostInOneCommit = 256;
const port = parentPort!;
const send = (message: FromWriter) => port.postMessage(message);

function openForWriting({ file, busyTimeoutMs }: WriterData): Connection {
  const connection = connect(file, { busyTimeoutMs });
  connection.exec('PRAGMA journal_mode = WAL');
  // The binding's default is NORMAL, which may lose acknowledged writes when the power fails.
  connection.exec('PRAGMA synchronous = FULL');
  return connection;
}

const exclusivelyOn =
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

function serve(connection: Connection): void {
  const sql = createSqliteSql(connection);
  const waiting: Job[] = [];
  let isDraining = false;
  let isClosing = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const replies = await commitGroup(connection, sql, waiting.splice(0, mostInOneCommit));
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

try {
  const connection = openForWriting(workerData as WriterData);
  const schema = await migrate('sqlite', exclusivelyOn(connection));
  serve(connection);
  send({ type: 'ready', schema });
} catch (error) {
  send({ type: 'refused', fault: toFault(explain(error)) });
}
