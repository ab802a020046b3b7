import { type ResourceLimits, Worker } from 'node:worker_threads';

// `src/adapters/threads` and `dist/adapters/threads` are equally deep, and tsc copies no .mjs: so it lives in `bin`.
const boot = new URL('../../../bin/boot.mjs', import.meta.url);

// A thread's garbage is short-lived rows: the default room for it would be 48 MB for each thread.
const youngOnes = { maxYoungGenerationSizeMb: 6 };

/** Starts the worker whose file stands beside `importer`: `.ts` when that runs from sources, `.js` when it is built. */
export function startWorker(
  name: string,
  importer: string,
  workerData: Readonly<Record<string, unknown>>,
  limits: ResourceLimits = {},
): Worker {
  const extension = importer.endsWith('.ts') ? 'ts' : 'js';
  const entry = new URL(`./${name}.${extension}`, importer).href;
  // Loader flags of the parent (tsx, a test runner) would load a second loader.
  return new Worker(boot, {
    workerData: { ...workerData, entry },
    execArgv: [],
    name,
    resourceLimits: { ...youngOnes, ...limits },
  });
}
