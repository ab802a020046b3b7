import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './protocol.ts';

/** How whoever does jobs hears of them and answers. */
export type JobPort = {
  send(message: FromThread<unknown>, moved: readonly ArrayBuffer[]): void;
  listen(hear: (message: ToThread<unknown>) => void): void;
  close(): void;
};

/** Of a worker thread. */
export function threadPort(): JobPort {
  const port = parentPort!;
  return {
    send: (message, moved) => port.postMessage(message, [...moved]),
    listen: (hear) => void port.on('message', hear),
    close: () => port.close(),
  };
}

/** What is under way has this long to clean up when the process is told to end. */
const closeWithinMs = 10_000;

const leave = () => process.exit();

/** Of a process that was started for jobs: it ends with whoever started it. */
export function processPort(): JobPort {
  process.on('disconnect', leave);
  return {
    // Whoever does not hear it any more has gone, which is heard by itself.
    send: (message) => void (process.connected && process.send!(message, undefined, undefined, () => undefined)),
    listen: (hear) => void process.on('message', (message) => hear(message as ToThread<unknown>)),
    close: () => {
      process.off('disconnect', leave);
      setTimeout(leave, closeWithinMs).unref();
      if (process.connected) process.disconnect();
    },
  };
}
