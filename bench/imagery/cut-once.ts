/** One cut in a process of its own, as a worker does it: `cut-once.ts JOB TARGET`; prints CPU seconds and memory. */
import { dirname } from 'node:path';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import { createTiffReader } from '../../server/src/adapters/tiff/tiff-reader.ts';
import { cutCaches } from '../../server/src/adapters/cuts/cut-threads.ts';
import { writeWhole } from '../../server/src/adapters/tiff/write/file-sink.ts';
import { runCut } from '../../server/src/adapters/tiff/write/run-cut.ts';
import type { CutJob } from '../../server/src/imagery/cut/cut-job.ts';

const [, , text, target] = process.argv;
const job = JSON.parse(text!) as CutJob;
const before = process.cpuUsage();
const image = await createTiffReader({ localRoots: ['/'], ...cutCaches }).open(job.location);
const needs = { image, projections: createProjections(), spoolFolder: dirname(target!) };
const made = await writeWhole(target!, (sink) => runCut(job, { ...needs, sink }));
await image.close();
const { user, system } = process.cpuUsage(before);
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, megabytes, byteLength: made?.byteLength ?? 0 }));
