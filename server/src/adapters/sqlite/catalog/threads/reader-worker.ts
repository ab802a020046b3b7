import { parentPort, workerData } from 'node:worker_threads';
import type { Found, StoredCollection, StoredItem } from '../../../../catalog/ports.ts';
import { connect } from '../../driver.ts';
import { explain } from '../../sqlite-sql.ts';
import { toFault } from '../../../threads/fault.ts';
import { lowerPriority } from '../../../threads/lower-priority.ts';
import {
  type FromReader,
  type ReadJob,
  type ReaderData,
  type ShownPage,
  type ToReader,
  packFound,
  shownText,
  unpackJob,
} from './reader-protocol.ts';
import { bytesOfSlab } from './page-slabs.ts';
import { createAnswerer } from '../search/searcher.ts';

/** The thread that answers goes first: while it waits for a processor nobody hands out searches. */
const niceness = 2;
lowerPriority(niceness);

const port = parentPort!;
const send = (message: FromReader, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

function sendShown(id: number, page: ShownPage): void {
  if (page.own === null) return port.postMessage(shownText(id, page));
  send({ type: 'shown', id, page }, [page.own.buffer]);
}

/** As items, which travel. */
function withHomes({ found, ...rest }: Found<StoredCollection>): Found<StoredItem> {
  return { ...rest, found: found.map((one) => ({ ...one, collection: one.id })) };
}

function serve({ file, busyTimeoutMs, cancelled, slabs }: ReaderData): void {
  const connection = connect(file, { readOnly: true, busyTimeoutMs });
  const { search, show, searchCollections, aggregate } = createAnswerer(connection);

  function answer({ id, place, request, visibility, measures, collections, baseUrl, slab }: ReadJob): void {
    const isCancelled = () => Atomics.load(cancelled, place) === id;
    if (isCancelled()) return send({ type: 'dropped', id });
    try {
      if (measures !== null)
        return send({
          type: 'aggregated',
          id,
          results: aggregate({ search: request, measures }, visibility, isCancelled),
        });
      if (baseUrl !== null) {
        const bytes = slab === null ? null : bytesOfSlab(slabs, slab);
        return sendShown(id, show(request, visibility, baseUrl, bytes, isCancelled));
      }
      const found = packFound(
        collections === null
          ? search(request, visibility, isCancelled)
          : withHomes(searchCollections(collections, visibility, isCancelled)),
      );
      send({ type: 'found', id, found }, [found.packed.bytes.buffer]);
    } catch (error) {
      send({ type: 'failed', id, fault: toFault(explain(error)) });
    }
  }

  port.on('message', (message: ToReader) => {
    if (message !== 'close') return answer(unpackJob(message));
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
