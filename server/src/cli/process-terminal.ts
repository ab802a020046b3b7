import { setImmediate } from 'node:timers/promises';
import type { Environment } from '../shared/settings.ts';
import type { Terminal } from './command.ts';
import { readSecret } from './read-secret.ts';

export type ProcessTerminal = Terminal & {
  /** Why the data did not arrive, when it did not; a reader that left early is no failure. */
  outputFailure(): Promise<string | null>;
};

/** The terminal of this process. */
export function createProcessTerminal(env: Environment): ProcessTerminal {
  let failure: string | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure = error.message;
  });
  // There is nowhere left to say it.
  process.stderr.on('error', () => {});
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    env,
    readSecret,
    outputFailure: async () => {
      // Errors of a stream are told a turn after the write.
      await setImmediate();
      return failure;
    },
  };
}
