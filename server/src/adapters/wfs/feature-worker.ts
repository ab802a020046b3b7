import { workerData } from 'node:worker_threads';
import { outputOfJob } from '../../wfs/outputs/outputs.ts';
import type { FeatureChunk } from '../../wfs/ports.ts';
import { systemClock } from '../../shared/clock.ts';
import { createChunkReaders } from '../sqlite/catalog/chunk-reader.ts';
import { connect } from '../sqlite/driver.ts';
import { explain } from '../sqlite/sqlite-sql.ts';
import { createPost } from '../threads/post-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import type { FeatureThreadData, FeatureWork } from './protocol.ts';
import { createSharedIds } from './shared-ids.ts';
import { sendFile } from './send-file.ts';
import { streamFeatures } from './stream-features.ts';

/** Of documents: what is made of them is about as large. */
const chunkBytes = 524_288;

const { catalogFile, temporaryFolder, busyTimeoutMs } = workerData as FeatureThreadData;

const connection = connect(catalogFile, { readOnly: true, busyTimeoutMs });
const readChunks = createChunkReaders(connection, { chunkBytes });
const sharedIds = createSharedIds(connection);
const needs = { temporaryFolder, nowMs: systemClock.nowMs };

serveJobs<number>(
  async (work, signal, ask) => {
    const { job, stop } = work as FeatureWork;
    const isStopped = () => signal.aborted || Atomics.load(stop, 0) === 1;
    const post = createPost<FeatureChunk>(ask);
    const output = outputOfJob(job.output);
    try {
      const reader = readChunks(job.request, job.visibility, isStopped);
      const outcome =
        output.kind === 'streamed'
          ? await streamFeatures(output, job, reader, post, sharedIds)
          : await sendFile(output, job, reader, post, { ...needs, sharedIds });
      await post.settled();
      return { outcome };
    } catch (error) {
      throw explain(error);
    }
  },
  () => connection.close(),
);
