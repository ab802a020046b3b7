import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../driver.ts';
import { explain } from '../sqlite-sql.ts';
import { toFault } from '../../threads/fault.ts';
import { type FromReader, type ReadJob, type ReaderData, type ToReader, packFound } from './reader-protocol.ts';
import { createSearcher } from './searcher.ts';

const port = parentPort!;
const send = (message: FromReader, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

function serve({ file, busyTimeoutMs, cancelled }: ReaderData): void {
  const connection = connect(file, { readOnly: true, busyTimeoutMs });
  const search = createSearcher(connection);

  function answer({ id, place, request, visibility }: ReadJob): void {
    try {
      const found = packFound(search(request, visibility, () => Atomics.load(cancelled, place) === id));
      send({ type: 'found', id, found }, [found.packed.bytes.buffer]);
    } catch (error) {
      send({ type: 'failed', id, fault: toFault(explain(error)) });
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
