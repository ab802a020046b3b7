import { dirname } from 'node:path';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { writeWhole } from '../../../server/src/adapters/node/write-whole.ts';
import { runCut } from '../../../server/src/adapters/tiff/write/run-cut.ts';
import { cutCaches, withImages } from '../../../server/src/adapters/tiff/write/with-images.ts';
import type { CutImage, CutJob } from '../../../server/src/imagery/cut/cut-job.ts';

export type CutToFile = (job: CutJob, target: string, signal?: AbortSignal) => Promise<CutImage | null>;

/** Cuts what lies in the folder, as deliveries do it, into files with names. */
export function cutterOf(folder: string): CutToFile {
  const reader = createTiffReader({ localRoots: [folder], ...cutCaches });
  const projections = createProjections();
  return (job, target, signal) =>
    withImages(reader, job, (images) =>
      writeWhole(target, (sink) => runCut(job, { ...images, projections, sink, spoolFolder: dirname(target), signal })),
    );
}
