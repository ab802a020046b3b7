import { PlatformError } from './errors.ts';

/** Runs at most `width` tasks at once; the others wait their turn, and beyond `mostWaiting` they are refused. */
export function createLanes(width: number, mostWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (waiting.length >= mostWaiting)
      throw new PlatformError('unavailable', { reason: 'too many sign-ins at once', retryAfterSeconds: 5 });
    if (busy >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
