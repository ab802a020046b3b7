import { PlatformError } from './errors.ts';
import { removeFrom } from './remove-from.ts';
import type { StopSignal } from './stop-signal.ts';

/** Runs a task when it has its turn; whoever waits may leave. */
export type Lanes = <T>(task: () => Promise<T>, signal?: StopSignal) => Promise<T>;

export type LaneOptions = {
  readonly width: number;
  /** Beyond this many the wait is longer than anybody's patience. */
  readonly mostWaiting: number;
  /** What they are told then. */
  readonly refusal: { readonly reason: string; readonly retryAfterSeconds: number };
};

/** So many tasks at once; the others wait their turn, oldest first. */
export function createLanes({ width, mostWaiting, refusal }: LaneOptions): Lanes {
  const waiting: (() => void)[] = [];
  let busy = 0;

  const turn = (signal: StopSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        removeFrom(waiting, begin);
        reject(signal!.reason);
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return async (task, signal) => {
    if (busy < width) busy += 1;
    else if (waiting.length < mostWaiting) await turn(signal);
    else throw new PlatformError('unavailable', refusal);
    try {
      return await task();
    } finally {
      // Whoever is next has its place.
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };
}
