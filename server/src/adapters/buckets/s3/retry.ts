import { BucketFault, type FaultName } from '../../../buckets/bucket-fault.ts';
import { type Patience, tryPatiently } from '../../../shared/patience.ts';
import { explain, retryAfterMs } from './explain.ts';

/** About four seconds; an order's own attempts are hours apart. */
export const usualPatience: Patience = { attempts: 5, firstDelayMs: 250, longestDelayMs: 5_000 };

const passing: readonly FaultName[] = ['unavailable', 'silent'];

/** Tries again what may work later, waiting twice as long each time with jitter, or as long as the server asks. */
export const retry = <T>(
  {
    label,
    patience,
    signal,
  }: { readonly label: string; readonly patience: Patience; readonly signal: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> =>
  tryPatiently(
    patience,
    attempt,
    (cause, { isLast }) => {
      const fault = explain(cause, label);
      const isTransient = fault instanceof BucketFault && passing.includes(fault.fault);
      if (!isTransient || isLast) throw fault;
      return retryAfterMs(cause);
    },
    signal,
  );
