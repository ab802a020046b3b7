import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../driver.ts';
import { explain } from '../sqlite-sql.ts';
import { toFault } from '../writer-protocol.ts';
import { createEffort } from './effort.ts';
import { type FromReader, type ReadJob, type ReaderData, type ToReader, packFound } from './reader-protocol.ts';
import { searchPage } from './search-page.ts';
import { createSnapshots } from './snapshot.ts';
import { registerFunctions } from './sql-functions.ts';
import { registerSortValue } from './sort-value-sql.ts';
import { createStatements } from './statements.ts';

// The operating system keeps the file in memory; what is kept here is kept once for each reader.
const settings = 'PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA query_only = 1';

const port = parentPort!;
const send = (message: FromReader, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

function serve({ file, busyTimeoutMs, cancelled }: ReaderData): void {
  const connection = connect(file, { readOnly: true, busyTimeoutMs });
  const effort = createEffort();
  connection.exec(settings);
  registerFunctions(connection);
  registerSortValue(connection);
  connection.function('alive', {}, effort.alive);
  const prepare = createStatements(connection);
  const needs = { prepare, effort, snapshot: createSnapshots(prepare) };

  function answer({ id, request, visibility }: ReadJob): void {
    effort.begin(() => Atomics.load(cancelled, 0) === id);
    connection.exec('BEGIN');
    try {
      const found = packFound(searchPage(needs, request, visibility));
      send({ type: 'found', id, found }, [found.packed.bytes.buffer]);
    } catch (error) {
      send({ type: 'failed', id, fault: toFault(explain(error)) });
    } finally {
      connection.exec('COMMIT');
    }
  }

  port.on('message', (message: ToReader) => {
    if (message !== 'close') return answer(message);
    connection.close();
    port.close();
  });
}

try {
  serve(workerData as ReaderData);
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'refused', fault: toFault(explain(error)) });
}
