import { workerData } from 'node:worker_threads';
import type { Picture } from '../../imagery/ports.ts';
import { drawGround } from '../../imagery/render/draw-ground.ts';
import { thumbnailOf } from '../../imagery/render/thumbnail.ts';
import { archiveClient } from '../buckets/s3/archive-buckets.ts';
import { createProjections } from '../proj4/projections.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { createTiffReader } from '../tiff/tiff-reader.ts';
import { createOpenImages } from './open-images.ts';
import type { PictureThreadData, PictureWork } from './picture-threads.ts';
import { createSharpEncoder } from './sharp-encoder.ts';

const idleMs = 60_000;
const mostOpenImages = 32;

const { archiveRoots, archiveBuckets = null, cacheBytes } = workerData as PictureThreadData;
const s3For = archiveClient(archiveBuckets);
const projections = createProjections();
const encoder = createSharpEncoder();
// Neighbouring tiles of a map need the same blocks.
const caches = { cacheBytes: cacheBytes / 2, decodedBytes: cacheBytes / 2 };
const images = createOpenImages(createTiffReader({ localRoots: archiveRoots, s3For, ...caches }), {
  most: mostOpenImages,
  idleMs,
  nowMs: () => performance.now(),
});
const sweep = setInterval(images.closeIdle, idleMs / 4);

function draw({ kind, job }: PictureWork, signal: AbortSignal): Promise<Picture> {
  if (kind === 'ground') return drawGround(job, projections, images.use, signal);
  const { source, longestSide, bands, rescale } = job;
  return images.use(source, ({ image, ranges }) =>
    thumbnailOf(image, longestSide, { bands, rescale, facts: source.bands, known: ranges, signal }),
  );
}

serveJobs<Uint8Array>(
  async (given, signal) => {
    const work = given as PictureWork;
    const painted = await draw(work, signal);
    signal.throwIfAborted();
    // A buffer of its own: what is moved must not be part of a pool.
    const picture = Uint8Array.from(await encoder.encode(painted, work.job.format));
    return { outcome: picture, moved: [picture.buffer] };
  },
  () => {
    clearInterval(sweep);
    void images.close();
  },
);
