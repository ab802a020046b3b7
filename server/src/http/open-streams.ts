import { PlatformError } from '../shared/errors.ts';

export type OpenStreams = {
  /** Throws 429 beyond the bound; the answer gives the place back. */
  take(accountId: string): () => void;
};

const mostPerAccount = 20;

/** Answers that stay open take a connection each: an account has a few of them. */
export function countStreams(most = mostPerAccount): OpenStreams {
  const open = new Map<string, number>();
  return {
    take(accountId) {
      const taken = open.get(accountId) ?? 0;
      if (taken >= most)
        throw new PlatformError('rate_limited', { reason: `at most ${most} streams at a time`, retryAfterSeconds: 5 });
      open.set(accountId, taken + 1);
      return () => {
        const left = (open.get(accountId) ?? 1) - 1;
        if (left > 0) open.set(accountId, left);
        else open.delete(accountId);
      };
    },
  };
}
