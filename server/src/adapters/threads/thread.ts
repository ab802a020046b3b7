import type { ResourceLimits } from 'node:worker_threads';
import { type Tell, gatherMessages } from './gather-messages.ts';
import { startWorker } from './start-worker.ts';
import type { FromThread, ToThread } from './protocol.ts';

/** A worker thread as its pool sees it. */
export type Thread<Work> = {
  readonly tell: Tell<ToThread<Work>>;
  /** Told to end, never killed: it may be inside of native code. */
  close(): Promise<void>;
};

export type ThreadEvents<Outcome> = {
  readonly answered: (message: FromThread<Outcome>) => void;
  readonly ended: () => void;
};

export type StartThread<Work, Outcome> = (events: ThreadEvents<Outcome>) => Thread<Work>;

/** Starts the worker whose file stands beside `importer`. */
export const threadsOf =
  <Work, Outcome>(
    name: string,
    importer: string,
    data: Readonly<Record<string, unknown>>,
    limits: ResourceLimits,
  ): StartThread<Work, Outcome> =>
  ({ answered, ended }) => {
    const worker = startWorker(name, importer, data, limits);
    const exited = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
    worker.on('message', answered);
    // 'exit' follows, and tells whoever waits.
    worker.on('error', () => {});
    worker.on('exit', ended);
    const tell = gatherMessages<ToThread<Work>>((messages, moved) => worker.postMessage(messages, moved));
    return {
      tell,
      close() {
        tell({ type: 'close' });
        return exited;
      },
    };
  };
