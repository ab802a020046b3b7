import { PlatformError } from '../shared/errors.ts';

/** What a customer reads of a failure; null for what went wrong inside, which is only logged. */
export const reasonToTell = (error: unknown): string | null =>
  error instanceof PlatformError && error.kind !== 'internal' ? error.message : null;
