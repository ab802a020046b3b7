// One cut in a process of its own, as a thread of deliveries does it: `cut-once.mjs SERVER JOB TARGET`; prints CPU seconds and memory.
// Plain JavaScript over the built server: what a loader adds to sources is not what a service costs.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const [, , server, text, target] = process.argv;
const load = (path) => import(new URL(path, server).href);
const { createProjections } = await load('adapters/proj4/projections.js');
const { createTiffReader } = await load('adapters/tiff/tiff-reader.js');
const { writeWhole } = await load('adapters/node/write-whole.js');
const { runCut } = await load('adapters/tiff/write/run-cut.js');
const { cutCaches } = await load('adapters/tiff/write/with-images.js');

const job = JSON.parse(text);
const before = process.cpuUsage();
const image = await createTiffReader({ localRoots: ['/'], ...cutCaches }).open(job.location);
const needs = { image, projections: createProjections(), spoolFolder: dirname(target) };
const made = await writeWhole(target, (sink) => runCut(job, { ...needs, sink }));
await image.close();
const { user, system } = process.cpuUsage(before);
// Of this process alone: `maxRSS` begins with what the one that started it had.
const peak =
  process.platform === 'linux' ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) : null;
const megabytes = Number(peak?.[1] ?? process.resourceUsage().maxRSS) / 1024;
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, megabytes, byteLength: made?.byteLength ?? 0 }));
