import { PlatformError } from '../shared/errors.ts';

/** How many exports run at once, and how many of them for one account. */
export type ExportTurns = {
  /** Throws where there are too many; the answer gives the place back, once. */
  take(accountId: string): () => void;
};

/** An export takes long: whoever comes too late is told so, and not left waiting. */
const retryAfterSeconds = 30;

/** Half of them at most are one account's, so that nobody has them all. */
export function createExportTurns(most: number, what = 'exports'): ExportTurns {
  const taken = new Map<string, number>();
  const mostOfOne = Math.max(1, Math.ceil(most / 2));
  let all = 0;
  return {
    take(accountId) {
      const own = taken.get(accountId) ?? 0;
      if (own >= mostOfOne)
        throw new PlatformError('rate_limited', {
          reason: `at most ${mostOfOne} ${what} at a time`,
          retryAfterSeconds,
        });
      if (all >= most) throw new PlatformError('unavailable', { reason: `too many ${what} run`, retryAfterSeconds });
      all += 1;
      taken.set(accountId, own + 1);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        all -= 1;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left > 0) taken.set(accountId, left);
        else taken.delete(accountId);
      };
    },
  };
}
