import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Paced } from '../paced.ts';

export type Asking = {
  readonly askWhile: Paced;
  close(): void;
};

/** Searches at a pace by a process of its own: they must not wait for what is sent meanwhile, nor for what was made before it. */
export function askBeside(url: string, requests: readonly Uint8Array[]): Asking {
  const child = fork(fileURLToPath(new URL('./asking-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  child.send({ url, requests });
  return {
    async askWhile(leastMs, work) {
      child.send({ leastMs });
      await work();
      child.send('over');
      const [waits] = (await once(child, 'message')) as [readonly number[]];
      return waits;
    },
    close: () => child.disconnect(),
  };
}
