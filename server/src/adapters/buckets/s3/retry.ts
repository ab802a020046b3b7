import { setTimeout as sleep } from 'node:timers/promises';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import { type Patience, delayAfter } from '../../../shared/patience.ts';
import { explain, retryAfterMs } from './explain.ts';

/** About four seconds; an order's own attempts are hours apart. */
export const usualPatience: Patience = { attempts: 5, firstDelayMs: 250, longestDelayMs: 5_000 };

/** Tries again what may work later, waiting twice as long each time with jitter, or as long as the server asks. */
export async function retry<T>(
  {
    label,
    patience,
    signal,
  }: { readonly label: string; readonly patience: Patience; readonly signal: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      signal?.throwIfAborted();
      return await attempt();
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      const fault = explain(cause, label);
      const isTransient = fault instanceof BucketFault && fault.fault === 'unavailable';
      if (!isTransient || tried >= patience.attempts) throw fault;
      await sleep(delayAfter(tried, patience, retryAfterMs(cause)), undefined, { signal }).catch(() => {});
    }
  }
}
