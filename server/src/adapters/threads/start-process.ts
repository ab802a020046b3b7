import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { boot, entryBeside } from './entry.ts';

/** Starts a process of its own whose file stands beside `importer`, as `startWorker` does: what it took of memory goes with it. */
export function startProcess(
  name: string,
  importer: string,
  given: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  return fork(fileURLToPath(boot), [entryBeside(name, importer), ...given], {
    // Loader flags of the parent (tsx, a test runner) would load a second loader.
    execArgv: [],
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
