import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { CutImage } from '../../imagery/cut/cut-job.ts';
import { createProjections } from '../proj4/projections.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { createTiffReader } from '../tiff/tiff-reader.ts';
import { type CutThreadData, type FileCut, cutCaches } from './cut-threads.ts';
import { writeWhole } from '../tiff/write/file-sink.ts';
import { runCut } from '../tiff/write/run-cut.ts';
import { withImages } from '../tiff/write/with-images.ts';

const { archiveRoots } = workerData as CutThreadData;
const reader = createTiffReader({ localRoots: archiveRoots, ...cutCaches });
const projections = createProjections();

serveJobs<CutImage | null>(async (work, signal) => {
  const { job, target } = work as FileCut;
  const spoolFolder = dirname(target);
  const outcome = await withImages(reader, job, (images) =>
    writeWhole(target, (sink) => runCut(job, { ...images, projections, sink, spoolFolder, signal })),
  );
  return { outcome };
});
