import { PlatformError } from '../../../../shared/errors.ts';
import { abortError } from '../../../sql/search/search-limits.ts';
import { removeFrom } from '../../../threads/remove-from.ts';

/** Runs the work when it has its turn. */
export type SearchTurns = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/** Beyond this many the wait is longer than anybody's patience. */
const mostWaiting = 1_000;

/** So many searches at a time: however long they take, what is no search finds a connection. */
export function createSearchTurns(atOnce: number): SearchTurns {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        removeFrom(waiting, begin);
        reject(abortError(signal!));
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return async (signal, work) => {
    if (waiting.length >= mostWaiting)
      throw new PlatformError('unavailable', { reason: 'too many searches wait', retryAfterSeconds: 1 });
    if (running < atOnce) running += 1;
    else await turn(signal);
    try {
      return await work();
    } finally {
      // Whoever is next has its place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
