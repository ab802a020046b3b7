import { isAway, sleep } from './patience.ts';

/** Of a service that was there when the waiting began. */
const [longestAwayMs, comeBackMs] = [5 * 60_000, 1_000];

/**
 * Waits for what takes long, and begins anew where the service goes away meanwhile, as for a restart. `wait` says when
 * it was answered: a service that never answers is not waited for.
 */
export async function throughRestarts<T>(
  wait: (answered: () => void) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let [hasAnswered, awaySinceMs]: [boolean, number | null] = [false, null];
  const answered = () => void ([hasAnswered, awaySinceMs] = [true, null]);
  for (;;) {
    try {
      return await wait(answered);
    } catch (error) {
      awaySinceMs ??= Date.now();
      if (!hasAnswered || !isAway(error) || Date.now() - awaySinceMs > longestAwayMs) throw error;
      await sleep(comeBackMs, signal);
    }
  }
}
