// Starts a worker thread's entry. Sources are TypeScript: where this Node cannot strip types, tsx does it.
import { workerData } from 'node:worker_threads';

const isSource = workerData.entry.endsWith('.ts');
if (isSource && !process.features.typescript) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(workerData.entry);
