import { workerData } from 'node:worker_threads';
import { systemClock } from '../../shared/clock.ts';
import { openThreadCatalog } from '../thread-catalog/open-thread-catalog.ts';
import type { FeatureThreadData } from './protocol.ts';
import { sendFile } from './send-file.ts';
import { chunkBytes, serveFeatures } from './serve-features.ts';
import { streamPaged } from './stream-paged.ts';

const { place, temporaryFolder, attributes } = workerData as FeatureThreadData;

const catalog = await openThreadCatalog(place, { chunkBytes });
const { sharedIds, explain } = catalog;

serveFeatures({
  attributes,
  answer: ({ output, job, signal, isStopped, post }) => {
    const chunks = catalog.chunks(job.request, job.visibility, { signal, isStopped });
    return output.kind === 'streamed'
      ? streamPaged(output, job, chunks, { post, sharedIds })
      : sendFile(output, job, chunks, post, { temporaryFolder, nowMs: systemClock.nowMs, sharedIds });
  },
  explain,
  close: () => void catalog.close(),
});
