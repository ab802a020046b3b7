import { setTimeout as sleep } from 'node:timers/promises';

/** How often and how long something is tried again. */
export type Patience = { readonly attempts: number; readonly firstDelayMs: number; readonly longestDelayMs: number };

/** What is made of a failure: throws what is told of it, or answers how long the other side asks to wait, if it does. */
export type Judge = (
  error: unknown,
  { tried, isLast }: { readonly tried: number; readonly isLast: boolean },
) => number | null;

/** Tries again for as long as the judge lets it; a stop ends the wait. */
export async function tryPatiently<T>(
  patience: Patience,
  attempt: () => Promise<T>,
  judge: Judge,
  signal?: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      signal?.throwIfAborted();
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const askedMs = judge(error, { tried, isLast: tried >= patience.attempts });
      await sleep(delayAfter(tried, patience, askedMs), undefined, { signal }).catch(() => {});
    }
  }
}

/** Twice as long each time, with jitter; or as long as the server asks. */
const delayAfter = (tried: number, { firstDelayMs, longestDelayMs }: Patience, askedMs: number | null): number =>
  Math.min(askedMs ?? firstDelayMs * 2 ** (tried - 1) * (0.5 + Math.random()), longestDelayMs);
