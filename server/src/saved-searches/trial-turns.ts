import { PlatformError } from '../shared/errors.ts';

/** Who is trying a search. */
export type TrialTurns = {
  /** Throws 429 while the account is at another; the answer gives the place back. */
  take(accountId: string): () => void;
};

/** A trial looks at thousands of items in the thread that follows the arrivals: an account has one at a time. */
export function createTrialTurns(): TrialTurns {
  const trying = new Set<string>();
  return {
    take(accountId) {
      if (trying.has(accountId))
        throw new PlatformError('rate_limited', {
          reason: 'one trial of a saved search at a time',
          retryAfterSeconds: 5,
        });
      trying.add(accountId);
      return () => void trying.delete(accountId);
    },
  };
}
