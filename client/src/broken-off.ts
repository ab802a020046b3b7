import { ConnectionError } from './errors.ts';

/** What a body that broke off is told as; who has stopped it hears that instead. */
export const brokenOff =
  (what: string, signal: AbortSignal | undefined) =>
  (cause: unknown): never => {
    signal?.throwIfAborted();
    throw new ConnectionError(`${what} broke off`, { cause });
  };
