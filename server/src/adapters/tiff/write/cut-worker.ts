import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { CutImage } from '../../../imagery/cut/cut-job.ts';
import { createProjections } from '../../proj4/projections.ts';
import { serveJobs } from '../../threads/serve-jobs.ts';
import { createTiffReader } from '../tiff-reader.ts';
import type { CutThreadData, FileCut } from './cut-threads.ts';
import { writeWhole } from './file-sink.ts';
import { runCut } from './run-cut.ts';

const { archiveRoots } = workerData as CutThreadData;
// Blocks are read once each: what is kept is structure alone.
const reader = createTiffReader({ localRoots: archiveRoots, cacheBytes: 16 << 20 });
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
