import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../threads/start-worker.ts';
import { fromFault } from '../../../threads/fault.ts';
import { type FromReader, type ReadJob, fromText, mostHeld, packJob } from './reader-protocol.ts';

/** A thread that searches, one search after the other. It is never killed, only told to stop: SQLite would abort. */
export type ReaderThread = {
  ask(job: ReadJob): void;
  /** Whatever it does for this search ends soon. */
  stop(job: Pick<ReadJob, 'id' | 'place'>): void;
  close(): Promise<void>;
};

/** Far more than a search may gather. Up to this size a heap grows by a third before it is swept, beyond it to fourfold. */
const limits = { maxOldGenerationSizeMb: 256 };

type Events = { readonly answered: (message: FromReader) => void; readonly ended: () => void };

export async function startReaderThread(
  file: string,
  busyTimeoutMs: number,
  slabs: SharedArrayBuffer,
  { answered, ended }: Events,
): Promise<ReaderThread> {
  const cancelled = new Int32Array(new SharedArrayBuffer(4 * mostHeld));
  const worker = startWorker('reader-worker', import.meta.url, { file, busyTimeoutMs, cancelled, slabs }, limits);
  const exited = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  await isReady(worker);
  worker.on('message', (message: FromReader | string) => answered(fromText(message)));
  // What went wrong is nobody's to mend: the search is lost, and 'exit' follows.
  worker.on('error', () => {});
  worker.on('exit', ended);
  return {
    ask: (job) => worker.postMessage(packJob(job), []),
    stop: ({ id, place }) => void Atomics.store(cancelled, place, id),
    close() {
      worker.postMessage('close', []);
      return exited;
    },
  };
}

function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('a search thread ended before it was ready'));
    worker.once('error', reject);
    worker.once('exit', end);
    worker.once('message', (message: FromReader) => {
      worker.off('error', reject);
      worker.off('exit', end);
      if (message.type === 'refused') reject(fromFault(message.fault));
      else resolve();
    });
  });
}
