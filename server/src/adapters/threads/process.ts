import { startProcess } from './start-process.ts';
import type { FromThread, ToThread } from './protocol.ts';
import type { StartThread } from './thread.ts';

/** The same as `threadsOf`, but each a process of its own: its priority, its pool of threads and its crashes are its own. */
export const processesOf =
  <Work, Outcome>(
    name: string,
    importer: string,
    data: Readonly<Record<string, unknown>>,
  ): StartThread<Work, Outcome> =>
  ({ answered, ended }) => {
    const child = startProcess(name, importer, []);
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    void exited.then(ended);
    child.on('error', () => {});
    child.on('message', (message) => answered(message as FromThread<Outcome>));
    // Whoever cannot be told has ended, which is heard by itself.
    const send = (message: object) => void child.send(message, () => undefined);
    // Not among its arguments: those are for everybody to see.
    send(data);
    return {
      tell: send,
      close() {
        send({ type: 'close' } satisfies ToThread<Work>);
        return exited;
      },
    };
  };
