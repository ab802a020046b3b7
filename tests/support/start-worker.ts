import type { Worker } from 'node:worker_threads';
import { startWorker as start } from '../../server/src/adapters/threads/start-worker.ts';
import { builtFile } from './built-file.ts';

/** The threads that this worker of the tests has started, newest last. */
export const startedWorkers: Worker[] = [];

/** Stands in for the service's own (see `suite-config.ts`): threads run what was bundled, and are remembered. */
export function startWorker(...[name, importer, ...rest]: Parameters<typeof start>): Worker {
  const worker = start(name, builtFile(importer), ...rest);
  startedWorkers.push(worker);
  worker.once('exit', () => startedWorkers.splice(startedWorkers.indexOf(worker), 1));
  return worker;
}
