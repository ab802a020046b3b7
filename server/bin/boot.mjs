// Starts the entry of a worker thread, or of a process of its own. Sources are TypeScript: where this Node cannot strip types, tsx does it.
import { isMainThread, workerData } from 'node:worker_threads';

// Terminals and systemd tell all processes of a service to stop: those that it started hear it from the service alone.
if (isMainThread) for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);

const entry = workerData?.entry ?? process.argv[2];
const isSource = entry.endsWith('.ts');
if (isSource && !process.features.typescript) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(entry);
