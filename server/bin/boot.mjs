// Starts the entry of a worker thread, or of a process of its own. Sources are TypeScript: where this Node cannot strip types, tsx does it.
import { workerData } from 'node:worker_threads';

const entry = workerData?.entry ?? process.argv[2];
const isSource = entry.endsWith('.ts');
if (isSource && !process.features.typescript) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(entry);
