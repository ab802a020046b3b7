import { type ResourceLimits, Worker } from 'node:worker_threads';
import { boot, entryBeside } from './entry.ts';

// A thread's garbage is short-lived rows: the default room for it would be 48 MB for each thread.
const youngOnes = { maxYoungGenerationSizeMb: 6 };

/** Starts the worker whose file stands beside `importer`. */
export function startWorker(
  name: string,
  importer: string,
  workerData: Readonly<Record<string, unknown>>,
  limits: ResourceLimits = {},
): Worker {
  // Loader flags of the parent (tsx, a test runner) would load a second loader.
  return new Worker(boot, {
    workerData: { ...workerData, entry: entryBeside(name, importer) },
    execArgv: [],
    name,
    resourceLimits: { ...youngOnes, ...limits },
  });
}
