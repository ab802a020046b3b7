import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const boot = fileURLToPath(new URL('../../../bin/boot.mjs', import.meta.url));

/** Starts a process of its own whose file stands beside `importer`, as `startWorker` does: what it took of memory goes with it. */
export function startProcess(name: string, importer: string, given: readonly string[]): ChildProcess {
  const extension = importer.endsWith('.ts') ? 'ts' : 'js';
  const entry = new URL(`./${name}.${extension}`, importer).href;
  return fork(boot, [entry, ...given], {
    // Loader flags of the parent (tsx, a test runner) would load a second loader.
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
