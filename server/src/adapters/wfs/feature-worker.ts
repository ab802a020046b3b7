import { availableParallelism } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { StreamedOutput } from '../../wfs/outputs/output.ts';
import type { FeatureJob } from '../../wfs/ports.ts';
import { systemClock } from '../../shared/clock.ts';
import { createChunkReaders } from '../sqlite/catalog/documents/chunk-reader.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import type { EmbeddedPlace } from '../thread-catalog/catalog-place.ts';
import { createLineThreads } from './line-threads.ts';
import type { PackedJob } from './packed-job.ts';
import type { FeatureThreadData } from './protocol.ts';
import { createSharedIds } from './shared-ids.ts';
import { openShelf } from './shelf.ts';
import { sendFile } from './send-file.ts';
import { chunkBytes, serveFeatures } from './serve-features.ts';
import { createAnswerStock, keptOutputOf } from './stock.ts';
import { streamFeatures } from './stream-features.ts';

const { place, temporaryFolder, attributes, shelves: places } = workerData as FeatureThreadData;
const { file, busyTimeoutMs = 5_000 } = place as EmbeddedPlace;

const connection = connect(file, { readOnly: true, busyTimeoutMs });
const readChunks = createChunkReaders(connection, { chunkBytes });
const sharedIds = createSharedIds(connection);
// Reading and writing take about as long: where there are cores for both, they go on side by side.
const lineThreads = availableParallelism() > 1 ? createLineThreads({ attributes }) : null;
const shelves = new Map(Object.entries(places).map(([name, shelf]) => [name, openShelf(shelf)]));
const needs = { temporaryFolder, nowMs: systemClock.nowMs };

/** Who else writes this answer, and what of it was written before. */
function helpOf(output: StreamedOutput, job: FeatureJob, packed: PackedJob, signal: AbortSignal) {
  const shelf = shelves.get(keptOutputOf(job, packed.shown === null) ?? '');
  return {
    writeElsewhere: lineThreads && lineThreads.writerOf(packed, signal),
    stock: shelf === undefined ? null : createAnswerStock(shelf, output),
  };
}

serveFeatures({
  attributes,
  answer: async ({ output, job, packed, signal, isStopped, post }) => {
    const reader = readChunks(job.request, job.visibility, isStopped);
    return output.kind === 'streamed'
      ? streamFeatures(output, job, reader, { post, sharedIds, ...helpOf(output, job, packed, signal) })
      : sendFile(output, job, reader, post, { ...needs, sharedIds });
  },
  explain,
  close: () => {
    void lineThreads?.close();
    for (const shelf of shelves.values()) shelf.close();
    connection.close();
  },
});
