import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { CutImage } from '../../imagery/cut/cut-job.ts';
import { createProjections } from '../proj4/projections.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { createTiffReader } from '../tiff/tiff-reader.ts';
import { type CutThreadData, type FileCut, cutCaches } from './cut-threads.ts';
import { writeWhole } from '../tiff/write/file-sink.ts';
import { runCut } from '../tiff/write/run-cut.ts';

const { archiveRoots } = workerData as CutThreadData;
const reader = createTiffReader({ localRoots: archiveRoots, ...cutCaches });
const projections = createProjections();

serveJobs<CutImage | null>(async (work, signal) => {
  const { job, target } = work as FileCut;
  const image = await reader.open(job.location);
  try {
    const spoolFolder = dirname(target);
    const outcome = await writeWhole(target, (sink) => runCut(job, { image, projections, sink, spoolFolder, signal }));
    return { outcome };
  } finally {
    await image.close();
  }
});
