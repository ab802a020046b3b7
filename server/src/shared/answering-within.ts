import { PlatformError } from './errors.ts';

/** Asks, and says in time that there is no answer. Who asks meanwhile waits for the same: a silent store is asked once. */
export function answeringWithin(mostMs: number, name: string, ask: () => Promise<unknown>): () => Promise<void> {
  let asked: Promise<unknown> | null = null;
  return async () => {
    asked ??= ask().finally(() => (asked = null));
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const reason = `${name} has not answered for ${mostMs / 1_000} seconds`;
      timer = setTimeout(() => reject(new PlatformError('unavailable', { reason, retryAfterSeconds: 5 })), mostMs);
    });
    await Promise.race([asked, silence]).finally(() => clearTimeout(timer));
  };
}
