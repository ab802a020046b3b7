import { setImmediate } from 'node:timers/promises';
import type { Environment } from '../shared/settings.ts';
import type { Terminal } from './command.ts';
import { readInput } from './read-input.ts';
import { readSecret } from './read-secret.ts';

export type ProcessTerminal = Terminal & {
  /** Why the data did not arrive, when it did not; a reader that left early is no failure. */
  outputFailure(): Promise<string | null>;
};

/** The terminal of this process. */
export function createProcessTerminal(env: Environment, usualUmask: number): ProcessTerminal {
  let failure: string | null = null;
  let isLeft = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isLeft = true;
    if (error.code !== 'EPIPE') failure = error.message;
  });
  // There is nowhere left to say it.
  process.stderr.on('error', () => {});
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    env,
    readSecret,
    write: (text) =>
      new Promise((resolve) => {
        if (isLeft) resolve(false);
        else process.stdout.write(text, (error) => resolve(error === null || error === undefined));
      }),
    readInput,
    isSeen: { out: process.stdout.isTTY, err: process.stderr.isTTY },
    usualUmask,
    outputFailure: async () => {
      // Errors of a stream are told a turn after the write.
      await setImmediate();
      return failure;
    },
  };
}
