import { workerData } from 'node:worker_threads';
import { outputOfJob } from '../../wfs/outputs/outputs.ts';
import type { FeatureChunk } from '../../wfs/ports.ts';
import { systemClock } from '../../shared/clock.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import { createPost, ownBytes } from '../threads/post-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { unpackJob } from './packed-job.ts';
import type { FeatureThreadData, FeatureWork } from './protocol.ts';
import { sendFile } from './send-file.ts';
import { streamPaged } from './stream-paged.ts';

/** Of documents: what is made of them is about as large. */
const chunkBytes = 524_288;

const { place, temporaryFolder, attributes } = workerData as FeatureThreadData;

const catalog = await openThreadCatalog(place, { chunkBytes });

serveJobs<FeatureChunk>(
  async (work, signal, ask) => {
    const { job: packed, stop } = work as FeatureWork;
    const job = unpackJob(packed, attributes);
    const isStopped = () => signal.aborted || Atomics.load(stop, 0) === 1;
    const post = createPost<FeatureChunk>(ask);
    const output = outputOfJob(job.output);
    const { sharedIds } = catalog;
    try {
      const chunks = catalog.chunks(job.request, job.visibility, { signal, isStopped });
      const last =
        output.kind === 'streamed'
          ? await streamPaged(output, job, chunks, { post, sharedIds })
          : await sendFile(output, job, chunks, post, { temporaryFolder, nowMs: systemClock.nowMs, sharedIds });
      await post.settled();
      const bytes = ownBytes(last.bytes);
      return { outcome: { ...last, bytes }, moved: [bytes.buffer] };
    } catch (error) {
      throw catalog.explain(error);
    }
  },
  () => void catalog.close(),
);
